#include "signals/dwarf_expression.h"

#include "signals/dwarf_cursor.h"

namespace crash_collector {

bool EvaluateExpression(uintptr_t address, size_t size, const FrameRegisters& registers, const uintptr_t* start,
                        StackReader* stack, uintptr_t* result) {
  unsigned char bytes[128];
  uintptr_t values[16];
  size_t count = 0;
  if (size > sizeof(bytes) || !ReadMemory(address, bytes, size)) return false;
  if (start != nullptr) values[count++] = *start;
  DwarfCursor cursor{bytes, size, address};
  while (!cursor.AtEnd()) {
    if (count == 16) return false;
    const uint8_t operation = cursor.Fixed<uint8_t>();
    if (operation >= 0x30 && operation <= 0x4f) {  // a literal
      values[count++] = operation - 0x30u;
      continue;
    }
    if (operation >= 0x70 && operation <= 0x8f) {  // a register and an offset
      const int number = operation - 0x70;
      const int64_t offset = cursor.Signed();
      if (number >= kRegisterCount || !registers.Has(number)) return false;
      values[count++] = registers.value[number] + static_cast<uintptr_t>(offset);
      continue;
    }
    switch (operation) {
      case 0x08:  // constants
        values[count++] = cursor.Fixed<uint8_t>();
        continue;
      case 0x09: values[count++] = static_cast<uintptr_t>(int64_t{cursor.Fixed<int8_t>()}); continue;
      case 0x0a: values[count++] = cursor.Fixed<uint16_t>(); continue;
      case 0x0c: values[count++] = cursor.Fixed<uint32_t>(); continue;
      case 0x10: values[count++] = cursor.Unsigned(); continue;
      case 0x11: values[count++] = static_cast<uintptr_t>(cursor.Signed()); continue;
      default: break;
    }
    if (count == 0) return false;
    uintptr_t& top = values[count - 1];
    if (operation == 0x06) {  // what is at the address
      if (!stack->Word(top, &top)) return false;
      continue;
    }
    if (operation == 0x23) {
      top += cursor.Unsigned();
      continue;
    }
    if (count < 2) return false;
    const uintptr_t right = top;
    uintptr_t& left = values[count - 2];
    count--;
    switch (operation) {
      case 0x1a: left &= right; break;
      case 0x1c: left -= right; break;
      case 0x21: left |= right; break;
      case 0x22: left += right; break;
      case 0x24: left = right < 64 ? left << right : 0; break;
      case 0x2a: left = static_cast<intptr_t>(left) >= static_cast<intptr_t>(right) ? 1 : 0; break;
      default: return false;
    }
  }
  if (cursor.failed || count == 0) return false;
  *result = values[count - 1];
  return true;
}

}  // namespace crash_collector
