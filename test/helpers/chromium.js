'use strict'
// Debian's Chromium, driven by playwright-core, without a network. `.ci/run` installs it; elsewhere what needs it is
// skipped.

const fs = require('node:fs')
const { chromium } = require('playwright-core')

const CANDIDATES = [
  process.env.CHROMIUM ?? '',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome'
]
const CHROMIUM = CANDIDATES.find(file => file !== '' && fs.existsSync(file))

/** In CI a test that is skipped would be a test that nobody runs. */
const WITHOUT_CHROMIUM =
  CHROMIUM === undefined && process.env.CI === undefined && 'there is no Chromium on this machine; name one in CHROMIUM'

const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync'
]

/** For each step of a test: what is waited for is named by the test, and comes late on a busy machine. */
const TIMEOUT_MS = 120_000

/**
 * @param {string} profile a directory of its own
 * @param {{ width: number, height: number, colorScheme?: 'dark'|'light', scale?: number }} [look]
 * @returns {Promise<{ page: import('playwright-core').Page, close: () => Promise<void> }>}
 */
async function startChromium (
  profile,
  { width, height, colorScheme = 'light', scale = 1 } = { width: 1280, height: 800 }
) {
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: CHROMIUM,
    headless: true,
    args: ARGUMENTS,
    viewport: { width, height },
    colorScheme,
    deviceScaleFactor: scale,
    timeout: TIMEOUT_MS
  })
  context.setDefaultTimeout(TIMEOUT_MS)
  return { page: context.pages()[0] ?? (await context.newPage()), close: () => context.close() }
}

module.exports = { startChromium, WITHOUT_CHROMIUM }
