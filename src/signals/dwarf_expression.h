// Evaluates DWARF's expressions, which tell where a function's frame is if a register and an offset are not enough.
#ifndef SRC_SIGNALS_DWARF_EXPRESSION_H_
#define SRC_SIGNALS_DWARF_EXPRESSION_H_

#include <cstddef>
#include <cstdint>

#include "signals/stack_reader.h"

namespace crash_collector {

// DWARF's numbers of the registers that unwinding needs.
enum DwarfRegister : int { kRbp = 6, kRsp = 7, kReturnAddress = 16, kRegisterCount = 17 };

struct FrameRegisters {
  uintptr_t value[kRegisterCount];
  uint32_t known;  // a bit for each register whose value is known

  bool Has(int number) const { return (known >> number & 1) != 0; }
  void Set(int number, uintptr_t to) {
    value[number] = to;
    known |= uint32_t{1} << number;
  }
};

// Evaluates a DWARF expression (DWARF 5, section 2.5) at an address. Compilers and linkers use few operations here:
// those for the procedure linkage table, for frames that are aligned anew, and for signal frames. False for any other.
// `start`: what is on the expression's stack at its beginning; null for nothing.
bool EvaluateExpression(uintptr_t address, size_t size, const FrameRegisters& registers, const uintptr_t* start,
                        StackReader* stack, uintptr_t* result);

}  // namespace crash_collector

#endif  // SRC_SIGNALS_DWARF_EXPRESSION_H_
