'use strict'
// Tells which stage of a capture a sample belongs to, by the functions of V8 on its stack.

/** The first pattern that matches a frame names the stage, so special ones come first. @type {[RegExp, string][]} */
const STAGES = [
  [/CollectSourcePositionsForAllBytecodeArrays/, 'enable: walk of the heap for source positions'],
  [/V8DebuggerAgentImpl::didParseSource/, 'enable: announcing each script'],
  [/getLoadedScripts|GetLoadedScripts|V8DebuggerScript::Create|ActualScript/, 'enable: list of loaded scripts'],
  [
    /Debug::(Load|Unload)|ClearAllBreakPoints|DiscardAllBaselineCode|DeoptimizeAll|RemoveAllCoverageInfos/,
    'enable and disable: code prepared for debugging'
  ],
  [/V8DebuggerAgentImpl::enable|V8Debugger::enable/, 'enable: the rest'],
  [/V8DebuggerAgentImpl::disable|V8Debugger::disable/, 'disable'],
  [/crash_collector::.*(Snapshot|Graph|Walk)/, 'reading values'],
  [
    /V8DebuggerAgentImpl::didPause|currentCallFrames|handleProgramBreak|getProperties|callFunctionOn/,
    'pause: reading the frames'
  ],
  [/JsonParse|JSON_parse|JsonParser|ConvertCBORToJSON/, 'JSON of the protocol'],
  [/InspectorSession|V8InspectorImpl::connect|~V8InspectorSessionImpl|JSBindingsConnection/, 'session: the rest'],
  [/ErrorSite|SiteHash|Ration/, 'rationing']
]

/**
 * @param {string[]} frames outermost first
 * @returns {string | null} null if the sample does not belong to a capture
 */
function stageOf (frames) {
  const hook = frames.findIndex(frame => frame.startsWith('crash_collector::'))
  if (hook === -1 || frames[hook].includes('Init')) return null
  const inside = frames.slice(hook)
  return STAGES.find(([pattern]) => inside.some(frame => pattern.test(frame)))?.[1] ?? 'other'
}

module.exports = { stageOf }
