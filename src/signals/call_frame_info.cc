#include "signals/call_frame_info.h"

#include "signals/dwarf_cursor.h"
#include "signals/dwarf_expression.h"

namespace crash_collector {

namespace {

// Instructions (DWARF 5, table 7.29). The first three have an operand in their low bits.
enum Instruction : uint8_t {
  kAdvanceLocation = 0x40,
  kOffset = 0x80,
  kRestore = 0xc0,
  kNop = 0x00,
  kSetLocation = 0x01,
  kAdvanceLocation1 = 0x02,
  kAdvanceLocation2 = 0x03,
  kAdvanceLocation4 = 0x04,
  kOffsetExtended = 0x05,
  kRestoreExtended = 0x06,
  kUndefined = 0x07,
  kSameValue = 0x08,
  kRegister = 0x09,
  kRememberState = 0x0a,
  kRestoreState = 0x0b,
  kDefineFrame = 0x0c,
  kDefineFrameRegister = 0x0d,
  kDefineFrameOffset = 0x0e,
  kDefineFrameExpression = 0x0f,
  kExpression = 0x10,
  kOffsetExtendedSigned = 0x11,
  kDefineFrameSigned = 0x12,
  kDefineFrameOffsetSigned = 0x13,
  kValueOffset = 0x14,
  kValueOffsetSigned = 0x15,
  kValueExpression = 0x16,
  kArgumentsSize = 0x2e  // GNU's
};

}  // namespace

void CallFrameInfo::Clear() {
  next_ = 0;
  for (FrameRules& rules : cache_) rules.pc = 0;
}

const FrameRules* CallFrameInfo::Find(uintptr_t unwind_header, uintptr_t pc) {
  for (const FrameRules& rules : cache_) {
    if (rules.pc == pc) return &rules;
  }
  Entry entry;
  if (unwind_header == 0 || !FindEntry(unwind_header, pc, &entry)) return nullptr;
  FrameRules* rules = &cache_[next_];
  next_ = (next_ + 1) % kCached;
  *rules = FrameRules{};
  rules->frame_register = kRsp;
  rules->is_signal_frame = entry.is_signal_frame;
  if (!Run(entry.common_start, entry.common_size, entry, pc, false, rules)) return nullptr;
  initial_ = *rules;
  if (!Run(entry.own_start, entry.own_size, entry, pc, true, rules)) return nullptr;
  rules->pc = pc;  // last, so that half a result is not taken from the cache
  return rules;
}

// The header has a table of all entries, sorted by the address of their code.
bool CallFrameInfo::FindEntry(uintptr_t unwind_header, uintptr_t pc, Entry* entry) {
  constexpr uint8_t kRelativeToHeader4 = 0x3b;
  constexpr uint8_t kUnsigned4 = 0x03;
  constexpr uint8_t kRelativeToItself4 = 0x1b;
  unsigned char head[12];
  if (!ReadMemory(unwind_header, head, sizeof(head))) return false;
  if (head[0] != 1 || head[1] != kRelativeToItself4 || head[2] != kUnsigned4 || head[3] != kRelativeToHeader4)
    return false;
  uint32_t count = 0;
  memcpy(&count, head + 8, sizeof(count));
  const uintptr_t table = unwind_header + sizeof(head);
  const int64_t wanted = static_cast<int64_t>(pc - unwind_header);
  size_t low = 0;
  size_t high = count;
  int32_t pair[2];
  while (low < high) {  // ends with `low` behind the last entry that does not begin after `pc`
    const size_t middle = low + (high - low) / 2;
    if (!ReadMemory(table + middle * sizeof(pair), pair, sizeof(pair))) return false;
    if (pair[0] <= wanted)
      low = middle + 1;
    else
      high = middle;
  }
  if (low == 0 || !ReadMemory(table + (low - 1) * sizeof(pair), pair, sizeof(pair))) return false;
  const uintptr_t address = unwind_header + static_cast<uintptr_t>(int64_t{pair[1]});
  return ReadEntry(address, entry) && pc >= entry->start && pc < entry->end;
}

bool CallFrameInfo::ReadEntry(uintptr_t address, Entry* entry) {
  uint32_t head[2];  // the length of what follows the length, and the distance to the common part
  if (!ReadMemory(address, head, sizeof(head)) || head[0] < 4 || head[0] > kMostEntryBytes || head[1] == 0)
    return false;
  const uintptr_t after_length = address + 4;
  if (!ReadCommon(after_length - head[1], entry)) return false;
  const size_t size = head[0] - 4;
  if (!ReadMemory(address + 8, bytes_, size)) return false;
  DwarfCursor cursor{bytes_, size, address + 8};
  entry->start = cursor.Encoded(entry->encoding);
  entry->end = entry->start + cursor.Encoded(entry->encoding & 0x0f);
  if (entry->has_augmentation) cursor.Skip(cursor.Unsigned());
  entry->own_start = address + 8 + cursor.at;
  entry->own_size = size - cursor.at;
  return !cursor.failed;
}

bool CallFrameInfo::ReadCommon(uintptr_t address, Entry* entry) {
  uint32_t head[2];
  if (!ReadMemory(address, head, sizeof(head)) || head[0] < 4 || head[0] > kMostEntryBytes || head[1] != 0)
    return false;
  const size_t size = head[0] - 4;
  if (!ReadMemory(address + 8, bytes_, size)) return false;
  DwarfCursor cursor{bytes_, size, address + 8};
  const uint8_t version = cursor.Fixed<uint8_t>();
  if (version != 1 && version != 3) return false;
  char augmentation[16];
  size_t length = 0;
  while (length < sizeof(augmentation) && (augmentation[length] = static_cast<char>(cursor.Fixed<uint8_t>())) != '\0')
    length++;
  if (length == sizeof(augmentation)) return false;
  entry->code_alignment = cursor.Unsigned();
  entry->data_alignment = cursor.Signed();
  const uint64_t return_address = version == 1 ? cursor.Fixed<uint8_t>() : cursor.Unsigned();
  if (return_address != kReturnAddress) return false;
  entry->has_augmentation = augmentation[0] == 'z';
  if (!entry->has_augmentation && augmentation[0] != '\0') return false;
  size_t instructions = cursor.at;
  if (entry->has_augmentation) {
    const uint64_t augmentation_size = cursor.Unsigned();
    instructions = cursor.at + augmentation_size;
    for (size_t i = 1; i < length; i++) {
      if (augmentation[i] == 'R') {
        entry->encoding = cursor.Fixed<uint8_t>();
      } else if (augmentation[i] == 'L') {
        cursor.Skip(1);
      } else if (augmentation[i] == 'P') {
        const uint8_t encoding = cursor.Fixed<uint8_t>();
        cursor.Encoded(encoding & 0x0f);
      } else if (augmentation[i] == 'S') {
        entry->is_signal_frame = true;
      } else if (augmentation[i] != 'B') {
        return false;
      }
    }
  }
  if (cursor.failed || instructions > size) return false;
  entry->common_start = address + 8 + instructions;
  entry->common_size = size - instructions;
  return true;
}

// Runs the instructions up to the place `pc`.
bool CallFrameInfo::Run(uintptr_t address, size_t size, const Entry& entry, uintptr_t pc, bool is_own,
                        FrameRules* rules) {
  if (size > sizeof(bytes_) || !ReadMemory(address, bytes_, size)) return false;
  DwarfCursor cursor{bytes_, size, address};
  uintptr_t location = entry.start;
  size_t remembered = 0;
  const auto advance = [&](uint64_t delta) { location += delta * entry.code_alignment; };
  const auto rule = [&](uint64_t number) -> RegisterRule* {
    return number < kRegisterCount ? &rules->registers[number] : &ignored_;
  };
  const auto scaled = [&](int64_t value) { return value * entry.data_alignment; };
  const auto expression = [&](RegisterRule::Kind kind, RegisterRule* to) {
    const uint64_t length = cursor.Unsigned();
    *to = {kind, 0, address + cursor.at, static_cast<uint32_t>(length)};
    cursor.Skip(length);
  };
  const auto frame = [&](uint64_t number, int64_t offset) {
    rules->frame_register = number < kRegisterCount ? static_cast<int>(number) : kRegisterCount;
    rules->frame_address = {RegisterRule::kOffset, offset, 0, 0};
  };
  while (!cursor.AtEnd()) {
    const uint8_t byte = cursor.Fixed<uint8_t>();
    const uint8_t operand = byte & 0x3f;
    uint64_t number = 0;
    switch (byte & 0xc0) {
      case kAdvanceLocation:
        advance(operand);
        if (is_own && location > pc) return true;
        continue;
      case kOffset:
        *rule(operand) = {RegisterRule::kAtOffset, scaled(static_cast<int64_t>(cursor.Unsigned())), 0, 0};
        continue;
      case kRestore:
        if (operand < kRegisterCount) rules->registers[operand] = initial_.registers[operand];
        continue;
      default: break;
    }
    switch (byte) {
      case kNop: break;
      case kSetLocation: location = cursor.Encoded(entry.encoding); break;
      case kAdvanceLocation1: advance(cursor.Fixed<uint8_t>()); break;
      case kAdvanceLocation2: advance(cursor.Fixed<uint16_t>()); break;
      case kAdvanceLocation4: advance(cursor.Fixed<uint32_t>()); break;
      case kOffsetExtended:
        number = cursor.Unsigned();
        *rule(number) = {RegisterRule::kAtOffset, scaled(static_cast<int64_t>(cursor.Unsigned())), 0, 0};
        break;
      case kOffsetExtendedSigned:
        number = cursor.Unsigned();
        *rule(number) = {RegisterRule::kAtOffset, scaled(cursor.Signed()), 0, 0};
        break;
      case kValueOffset:
        number = cursor.Unsigned();
        *rule(number) = {RegisterRule::kOffset, scaled(static_cast<int64_t>(cursor.Unsigned())), 0, 0};
        break;
      case kValueOffsetSigned:
        number = cursor.Unsigned();
        *rule(number) = {RegisterRule::kOffset, scaled(cursor.Signed()), 0, 0};
        break;
      case kRestoreExtended:
        number = cursor.Unsigned();
        if (number < kRegisterCount) rules->registers[number] = initial_.registers[number];
        break;
      case kUndefined: *rule(cursor.Unsigned()) = {RegisterRule::kUndefined, 0, 0, 0}; break;
      case kSameValue: *rule(cursor.Unsigned()) = {RegisterRule::kSame, 0, 0, 0}; break;
      case kRegister:
        number = cursor.Unsigned();
        *rule(number) = {RegisterRule::kRegister, static_cast<int64_t>(cursor.Unsigned()), 0, 0};
        break;
      case kRememberState:
        if (remembered == kMostRemembered) return false;
        remembered_[remembered++] = *rules;
        break;
      case kRestoreState:
        if (remembered == 0) return false;
        *rules = remembered_[--remembered];
        break;
      case kDefineFrame:
        number = cursor.Unsigned();
        frame(number, static_cast<int64_t>(cursor.Unsigned()));
        break;
      case kDefineFrameSigned:
        number = cursor.Unsigned();
        frame(number, scaled(cursor.Signed()));
        break;
      case kDefineFrameRegister: frame(cursor.Unsigned(), rules->frame_address.offset); break;
      case kDefineFrameOffset:
        frame(static_cast<uint64_t>(rules->frame_register), static_cast<int64_t>(cursor.Unsigned()));
        break;
      case kDefineFrameOffsetSigned:
        frame(static_cast<uint64_t>(rules->frame_register), scaled(cursor.Signed()));
        break;
      case kDefineFrameExpression: expression(RegisterRule::kExpression, &rules->frame_address); break;
      case kExpression:
        number = cursor.Unsigned();
        expression(RegisterRule::kAtExpression, rule(number));
        break;
      case kValueExpression:
        number = cursor.Unsigned();
        expression(RegisterRule::kExpression, rule(number));
        break;
      case kArgumentsSize: cursor.Unsigned(); break;
      default: return false;
    }
    if (is_own && location > pc) return true;
  }
  return !cursor.failed;
}

bool CallFrameInfo::Undo(const FrameRules& rules, StackReader* stack, FrameRegisters* registers) {
  const FrameRegisters called = *registers;
  uintptr_t frame = 0;
  if (rules.frame_address.kind == RegisterRule::kOffset) {
    if (rules.frame_register >= kRegisterCount || !called.Has(rules.frame_register)) return false;
    frame = called.value[rules.frame_register] + static_cast<uintptr_t>(rules.frame_address.offset);
  } else if (rules.frame_address.kind != RegisterRule::kExpression ||
             !EvaluateExpression(rules.frame_address.expression, rules.frame_address.expression_size, called, nullptr,
                                 stack, &frame)) {
    return false;
  }
  if (rules.registers[kReturnAddress].kind == RegisterRule::kUndefined) return false;  // the outermost function
  for (int number = 0; number < kRegisterCount; number++) {
    const RegisterRule& rule = rules.registers[number];
    uintptr_t value = 0;
    bool known = true;
    switch (rule.kind) {
      case RegisterRule::kSame: continue;
      case RegisterRule::kUndefined: known = false; break;
      case RegisterRule::kAtOffset: known = stack->Word(frame + static_cast<uintptr_t>(rule.offset), &value); break;
      case RegisterRule::kOffset: value = frame + static_cast<uintptr_t>(rule.offset); break;
      case RegisterRule::kRegister:
        known = rule.offset >= 0 && rule.offset < kRegisterCount && called.Has(static_cast<int>(rule.offset));
        if (known) value = called.value[rule.offset];
        break;
      case RegisterRule::kAtExpression:
        known = EvaluateExpression(rule.expression, rule.expression_size, called, &frame, stack, &value) &&
                stack->Word(value, &value);
        break;
      case RegisterRule::kExpression:
        known = EvaluateExpression(rule.expression, rule.expression_size, called, &frame, stack, &value);
        break;
    }
    if (known)
      registers->Set(number, value);
    else
      registers->known &= ~(uint32_t{1} << number);
  }
  // The caller's stack pointer is the canonical frame address, unless a rule says otherwise (signal frames).
  if (rules.registers[kRsp].kind == RegisterRule::kSame) registers->Set(kRsp, frame);
  return registers->Has(kReturnAddress) && rules.registers[kReturnAddress].kind != RegisterRule::kSame;
}

}  // namespace crash_collector
