'use strict'
const t = require('tap')
const { demangle } = require('../../../packages/inspect/native-stack/demangle')

/** Symbols as compilers make them, and what is read. @type {[string, string][]} */
const NAMES = [
  ['main', 'main'],
  ['napi_fatal_error', 'napi_fatal_error'],
  ['_Z7recursei', 'recurse'],
  ['_ZN2v88internal7Isolate5ThrowENS0_6TaggedINS0_6ObjectEEEPNS0_15MessageLocationE', 'v8::internal::Isolate::Throw'],
  ['_ZNK2v85debug6Script2IdEv', 'v8::debug::Script::Id'],
  ['_ZN2v88internal10DebugScopeC1EPNS0_5DebugE', 'v8::internal::DebugScope::DebugScope'],
  ['_ZN2v88internal10DebugScopeD1Ev', 'v8::internal::DebugScope::~DebugScope'],
  ['_ZN12_GLOBAL__N_115dereferenceNullEv', '(anonymous namespace)::dereferenceNull'],
  ['_ZN4nodeL5AbortERKN2v820FunctionCallbackInfoINS0_5ValueEEE', 'node::Abort'],
  ['_ZNSt6vectorIiSaIiEE9push_backERKi', 'std::vector::push_back'],
  ['_ZN2v88internal12_GLOBAL__N_119HandleApiCallHelperILb0EEENS0_11MaybeHandleINS0_6ObjectEEEPNS0_7IsolateE',
    'v8::internal::(anonymous namespace)::HandleApiCallHelper'],
  ['_ZZN4node4FreeEvENKUlvE_clEv', 'node::Free'],
  ['Builtins_JSEntry', 'Builtins_JSEntry'],
  ['_Z', '_Z'],
  ['_ZN', '_ZN'],
  ['_ZN999999999999node', 'node']
]

t.test('names of functions, without arguments', async t => {
  for (const [symbol, name] of NAMES) t.equal(demangle(symbol), name, symbol)
})

t.test('no symbol takes long, and none throws', async t => {
  const parts = ['_ZN', '2v8', 'I', 'E', 'S0_', 'L', 'K', '99999', 'C1', 'D2', 'St', 'N', '_', '1', 'x']
  let seed = 7
  const next = (/** @type {number} */ most) => (seed = (seed * 48271) % 2147483647) % most
  for (let i = 0; i < 2000; i++) {
    const symbol = '_Z' + Array.from({ length: next(60) }, () => parts[next(parts.length)]).join('')
    t.type(demangle(symbol), 'string')
  }
})
