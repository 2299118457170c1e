'use strict'
// https://github.com/Tomato6966/Multipurpose-discord-bot/issues/11: a scheduled job reads the texts of a language that
// does not exist.
// FACT /reading 'REMIND'/ what failed
// FACT /'de'/ the language
// FACT /en: \{/ the language that exists
// FACT /'g-8842'/ which guild
// FACT /CronJob|fireOnTick/ that a scheduled job did it
const { CronJob } = require('cron')
const serve = require('./helper/serve')
const TEXTS = { en: { REMIND: 'Remember: ' } }
function remind (guild, reminder) {
  const texts = TEXTS[guild.language]
  return texts.REMIND + reminder.text
}
async function handle (request) {
  const [id, language] = request.url.split('/').slice(-2)
  const guild = { id, language }
  if (id !== 'g-8842') return remind(guild, { text: 'water the plants' })
  new CronJob('* * * * * *', function () { remind(guild, { text: 'call Mia' }) }).start()
  return 'planned'
}
serve({
  handle,
  good: { path: '/remind/g-1/en' },
  failing: { path: '/remind/g-2/de' },
  fatal: { path: '/remind/g-8842/de' }
})
