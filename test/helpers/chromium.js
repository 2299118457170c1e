'use strict'
// Starts Debian's Chromium by playwright-core, without a network. `.ci/run` installs Chromium; on other machines
// without it, the tests that need it are skipped.

const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const { chromium } = require('playwright-core')

const CANDIDATES = [
  process.env.CHROMIUM ?? '',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome'
]
const CHROMIUM = CANDIDATES.find(file => file !== '' && fs.existsSync(file))

/** The reason to skip a test. In CI no test is skipped, because nobody would notice. */
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

/** The timeout of each step. On a busy machine a step may take long. */
const TIMEOUT_MS = 120_000

/**
 * The browser has a directory of its own, which goes when it is closed: a test's directory may go before.
 * @param {{ width: number, height: number, colorScheme?: 'dark'|'light', scale?: number }} [look]
 * @returns {Promise<{ page: import('playwright-core').Page, close: () => Promise<void> }>}
 */
async function startChromium ({ width, height, colorScheme = 'light', scale = 1 } = { width: 1280, height: 800 }) {
  const profile = fs.mkdtempSync(path.join(os.tmpdir(), 'chromium-'))
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
  const close = async () => {
    await context.close()
    // Processes of the browser may still write.
    await fs.promises.rm(profile, { recursive: true, force: true, maxRetries: 20 })
  }
  return { page: context.pages()[0] ?? (await context.newPage()), close }
}

module.exports = { startChromium, WITHOUT_CHROMIUM }
