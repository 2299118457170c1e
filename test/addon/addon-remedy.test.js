'use strict'

const t = require('tap')
const { addonRemedy } = require('../../lib/without-addon/addon-remedy')

t.test('the command is that of the package manager that has put the package there', async t => {
  for (const [directory, manager] of [
    ['/srv/shop/node_modules/crash-collector', 'npm'],
    ['/srv/.pnpm-shop/node_modules/crash-collector', 'npm'],
    ['/srv/shop/node_modules/.pnpm/crash-collector@0.1.0/node_modules/crash-collector', 'pnpm'],
    ['C:\\shop\\node_modules\\.pnpm\\crash-collector@0.1.0\\node_modules\\crash-collector', 'pnpm'],
    ['/srv/shop/.yarn/unplugged/crash-collector-npm-0.1.0/node_modules/crash-collector', 'yarn']
  ]) {
    t.match(addonRemedy(directory), new RegExp(`^run \`${manager} rebuild crash-collector\`, which needs a C\\+\\+`))
  }
})
