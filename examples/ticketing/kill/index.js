'use strict'
// npm run kill -- <way>: kills the service in one of many ways, and shows the dump that is left.

const { spawnSync } = require('node:child_process')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')

const { COMMAND, killService } = require('./service')
const { ways } = require('./ways')

async function main () {
  const [name] = process.argv.slice(2)
  if (!Object.hasOwn(ways, name ?? '')) {
    const width = Math.max(...Object.keys(ways).map(each => each.length))
    console.error('Usage: npm run kill -- <way>\n')
    for (const [each, { says }] of Object.entries(ways)) console.error(`  ${each.padEnd(width)}  ${says}`)
    process.exitCode = 2
    return
  }
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'ticketing-'))
  console.log(`${name}: ${ways[name].says}\n`)
  console.log(`\nThe process ${await killService(ways[name], directory)}.`)
  const dumps = fs.readdirSync(directory).map(file => path.join(directory, file))
  for (const dump of dumps) {
    console.log(`\n$ crash-collector show ${dump}\n`)
    spawnSync(process.execPath, [COMMAND, 'show', dump], { stdio: 'inherit' })
  }
  if (dumps.length === 0) process.exitCode = 1
}

main()
