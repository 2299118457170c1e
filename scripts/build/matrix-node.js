'use strict'
// Provides the Node.js versions for which the package is built and tested, as npm packages of binary and headers in
// .nodes/. As a program, `node scripts/build/matrix-node.js 24` prints the path of that Node.js and fetches it if
// necessary.

const { execFileSync } = require('node:child_process')
const { createHash } = require('node:crypto')
const fs = require('node:fs')
const path = require('node:path')

const NODES = path.join(__dirname, '../..', '.nodes')

/** @type {Record<string, { version: string, integrity: Record<string, string> }>} */
const MATRIX = {
  20: {
    version: '20.20.2',
    integrity: {
      'linux-arm64': 'sha512-LCXJnNTFiyGuYBw2gZSI5OBFMbkjAPt8sqD/NKrWoE2QmDgSubTqFng6GaNJ9EJ8HpxBMGcWWpbbcs4Vo+CnGg==',
      'linux-x64': 'sha512-PeHQM8wAdmHtZA1mBocygZxs5LiUWtsJezQTkBd0iY987KpGrD1O2tVEydvMZiuXceRanxt7rjTnDEBwOPujoQ=='
    }
  },
  22: {
    version: '22.23.3',
    integrity: {
      'linux-arm64': 'sha512-l3DAHZreylo+p9QXDtsOrjG2JXJqVzYXnAGmIQNOUNARcMppTO2cmewVQP+36tjJnSE+dzpMNtgW+c3oiDvXtA==',
      'linux-x64': 'sha512-qHnz5tFsHoj/WM+uRENVjWONi5hVvmwrgq8A4V76KpuVNAc4+jwK8x4gwbobE9BtHNg/AKR2583eYorLF/c7ng=='
    }
  },
  24: {
    version: '24.21.0',
    integrity: {
      'linux-arm64': 'sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
      'linux-x64': 'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q=='
    }
  },
  26: {
    version: '26.10.0',
    integrity: {
      'linux-arm64': 'sha512-idArV/cmqW9M9ODyGlbOIiyxFourDh1mJB0SdKCdMbSZjjef9CLEN3o1/eE4yf+B0+5BD+F74MpTTHiB3XXTBQ==',
      'linux-x64': 'sha512-OmAztarr1gK4PD+sNyoku4N5Q40d8eqMuLjNa/zRvxF33aCsVKVIQLs4V5HYPWSWWlMiTdkmbZE/6Phigma0hw=='
    }
  }
}

/**
 * @param {string} major
 * @returns {string} path of the executable for this machine
 */
function matrixNode (major) {
  return pinnedNode(major, `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`)
}

/**
 * @param {string} major
 * @param {string} target a platform
 * @returns {string} path of the executable
 * @throws {Error} if there is no such version for the platform, or the package differs from the pinned one
 */
function pinnedNode (major, target) {
  const pinned = MATRIX[major]
  if (pinned === undefined) {
    throw new Error(`no Node.js ${major} in the matrix; there are ${Object.keys(MATRIX).join(', ')}`)
  }
  const folder = path.join(NODES, `node-${target}-${pinned.version}`)
  if (!fs.existsSync(folder)) fetchNode(target, pinned, folder)
  return process.platform === 'win32' ? path.join(folder, 'bin', 'node.exe') : path.join(folder, 'bin', 'node')
}

/**
 * @param {string} target
 * @param {{ version: string, integrity: Record<string, string> }} pinned
 * @param {string} folder
 */
function fetchNode (target, { version, integrity }, folder) {
  if (integrity[target] === undefined) {
    throw new Error(`Node.js ${version} for ${target} is not pinned in scripts/build/matrix-node.js`)
  }
  fs.mkdirSync(NODES, { recursive: true })
  const scratch = fs.mkdtempSync(path.join(NODES, 'fetch-'))
  try {
    execFileSync('npm', ['pack', '--silent', `node-${target}@${version}`], {
      cwd: scratch,
      stdio: ['ignore', 'ignore', 'inherit']
    })
    const archive = path.join(scratch, `node-${target}-${version}.tgz`)
    const hash = `sha512-${createHash('sha512').update(fs.readFileSync(archive)).digest('base64')}`
    if (hash !== integrity[target]) throw new Error(`node-${target}@${version} is not the one that was pinned: ${hash}`)
    execFileSync('tar', ['xzf', archive], { cwd: scratch })
    // The folder is renamed when it is complete, so that an interrupted fetch leaves nothing that looks complete.
    fs.renameSync(path.join(scratch, 'package'), folder)
  } finally {
    fs.rmSync(scratch, { recursive: true, force: true })
  }
}

if (require.main === module) {
  try {
    console.log(matrixNode(process.argv[2] ?? ''))
  } catch (error) {
    console.error(/** @type {Error} */ (error).message)
    process.exitCode = 1
  }
}

module.exports = { MATRIX, matrixNode, pinnedNode }
