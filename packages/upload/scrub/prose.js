'use strict'
// Guesses about sentences. A process that dies does not make them: they are wrong more often than its rules, and a dump
// that stays on its machine needs them less than one that leaves it.

/** As rules on texts are written: expressions of secrets in sentences, which leave the words around them. */
const PROSE = [
  // `205065 is your verification code`, `G-706139 is your Google verification code`
  String.raw`/\b\d{4,10}(?= is (?:your|the) (?:[\w-]+ ){0,3}(?:code|otp|passcode|pin|tan)\b)/i`,
  // `Use 482913 to log in`
  String.raw`/(?<=\buse )\d{4,8}(?= to (?:log|sign) in\b)/i`,
  // `Your code: 482913`, `OTP for anna: 523378`
  String.raw`/(?<=\b(?:your (?:[\w-]+ ){0,2}code|otp|passcode|tan)(?: for \S{1,40})?(?: is)?:? )\d{4,10}\b/i`,
  // `login: anna / x7Kp2qRt`, `credentials anna/x7Kp2qRt`
  String.raw`/(?<=\b(?:login|credentials|user\/pass(?:word)?):? \S{1,40} ?\/ ?)(?=\S*\d)(?=\S*[a-z])[^\s/]{8,64}/i`,
  // `echo x7Kp2qRt | sudo -S …`, `echo x7Kp2qRt | docker login … --password-stdin`
  String.raw`/(?<=\becho ["']?)[^\s"'|]{6,64}(?=["']? *\| *(?:sudo -S|passwd --stdin|chpasswd|[^|]*--password-stdin))/`
]

module.exports = { PROSE }
