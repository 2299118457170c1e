'use strict'
// Runs the command line of crash-collector: that of the workspace, which can read the dumps that it has written, or the
// one that comes with the extension.

const { spawn } = require('node:child_process')
const fs = require('node:fs')
const { createRequire } = require('node:module')
const os = require('node:os')
const path = require('node:path')

/** @typedef {import('./types').Uri} Uri */
/** @typedef {import('./types').VsCode} VsCode */
/** @typedef {import('node:child_process').ChildProcessByStdio<null, import('node:stream').Readable,
 *   import('node:stream').Readable>} Child */
/** @typedef {{ port: number, close: () => void }} Server */
/** @typedef {ReturnType<typeof createCommandLine>} CommandLine */

const COMMAND = path.join('bin', 'crash-collector.js')

/**
 * @param {VsCode} vscode
 * @param {string} extensionPath
 */
function createCommandLine (vscode, extensionPath) {
  /** In the checkout the extension has no copy of the package. */
  const bundled = [path.join(extensionPath, 'crash-collector'), path.join(extensionPath, '..', '..')]
    .map(folder => path.join(folder, COMMAND))
    .find(file => fs.existsSync(file))

  /** @param {Uri|undefined} folder @returns {string} */
  const commandFor = folder => {
    // Code of a workspace runs only if the user trusts it.
    const own = folder !== undefined && vscode.workspace.isTrusted ? commandOfWorkspace(folder.fsPath) : undefined
    const command = own ?? bundled
    if (command === undefined) throw new Error('this extension was packed without crash-collector')
    return command
  }

  /**
   * @param {string[]} args
   * @param {{ folder: Uri|undefined, cwd: string }} options folder: that of the workspace
   * @returns {Promise<Child>}
   */
  const start = async (args, { folder, cwd }) => {
    const argv = [commandFor(folder), ...args]
    const { NODE_OPTIONS: _, ...env } = process.env // would preload the collector into the reader
    const node = String(vscode.workspace.getConfiguration('crashCollector').get('node') || 'node')
    try {
      return await spawned(node, argv, { cwd, env })
    } catch {
      return await spawned(process.execPath, argv, { cwd, env: { ...env, ELECTRON_RUN_AS_NODE: '1' } })
    }
  }

  /** @param {Uri} dump @returns {{ folder: Uri|undefined, cwd: string }} */
  const folderOf = dump => {
    const folder = vscode.workspace.getWorkspaceFolder(dump)?.uri
    return { folder, cwd: folder?.fsPath ?? path.dirname(dump.fsPath) }
  }

  /**
   * @param {Child} child
   * @returns {Promise<string>} what it prints
   */
  const output = async child => {
    const { exitCode, stdout, stderr } = await outputOf(child)
    if (exitCode !== 0) throw new Error(messageOf(stderr))
    return stdout
  }

  return {
    /** @param {Uri} folder @returns {Promise<import('./dump-list').Summary[]>} newest first */
    list: async folder => JSON.parse(await output(await start(['list', '--json'], { folder, cwd: folder.fsPath }))),

    /** @param {Uri} dump @returns {Promise<string>} its page */
    async page (dump) {
      const directory = await fs.promises.mkdtemp(path.join(os.tmpdir(), 'crash-collector-'))
      try {
        const html = path.join(directory, 'dump.html')
        await output(await start(['show', dump.fsPath, '--html', html], folderOf(dump)))
        return await fs.promises.readFile(html, 'utf8')
      } finally {
        await fs.promises.rm(directory, { recursive: true, force: true })
      }
    },

    /**
     * Serves a dump to debuggers until close() is called.
     * @param {Uri} dump
     * @returns {Promise<Server>}
     */
    async serve (dump) {
      const child = await start(['open', dump.fsPath, '--json'], folderOf(dump))
      const port = await Promise.race([
        portFrom(child),
        outputOf(child).then(({ stderr }) => {
          throw new Error(messageOf(stderr))
        })
      ])
      return { port, close: () => child.kill() }
    }
  }
}

/** @param {string} folder @returns {string|undefined} */
function commandOfWorkspace (folder) {
  try {
    const manifest = createRequire(path.join(folder, 'package.json')).resolve('crash-collector/package.json')
    return path.join(path.dirname(manifest), COMMAND)
  } catch {
    return undefined // not installed there
  }
}

/**
 * @param {string} node
 * @param {string[]} argv
 * @param {{ cwd: string, env: NodeJS.ProcessEnv }} options
 * @returns {Promise<Child>}
 */
function spawned (node, argv, options) {
  return new Promise((resolve, reject) => {
    const child = spawn(node, argv, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
    child.once('error', reject).once('spawn', () => resolve(child))
  })
}

/**
 * @param {Child} child
 * @returns {Promise<{ exitCode: number|null, stdout: string, stderr: string }>}
 */
function outputOf (child) {
  return new Promise(resolve => {
    let stdout = ''
    let stderr = ''
    child.stdout.setEncoding('utf8').on('data', text => {
      stdout += text
    })
    child.stderr.setEncoding('utf8').on('data', text => {
      stderr += text
    })
    child.on('close', exitCode => resolve({ exitCode, stdout, stderr }))
  })
}

/** @param {Child} child @returns {Promise<number>} the port that `open --json` prints */
function portFrom (child) {
  return new Promise(resolve => {
    let text = ''
    child.stdout.on('data', chunk => {
      text += chunk
      if (text.endsWith('}\n')) resolve(JSON.parse(text).port)
    })
  })
}

/** @param {string} stderr */
function messageOf (stderr) {
  return stderr.trim() || 'crash-collector ended without a word'
}

module.exports = { createCommandLine }
