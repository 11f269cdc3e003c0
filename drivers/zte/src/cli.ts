import {
  changingLines,
  commonSecrets,
  industryCli,
  runningConfig,
  type CliProfile,
} from '@linecard/driver-kit/cli'

/** ZXR10 switches and routers. Source: ZXR10 8900E and 5900E command reference. */
export const zxr10Cli = industryCli({
  pager: /^\s*(?:--More--|-{5} more -{5}.*)\s*$/i,
  errors: [/^\s*%\s?(?:Parameter|Command|Code \d|Error)/i],
  secrets: [/(?:^|;)\s*set\s+(?:admin|login)pass\s+(?<secret>\S+)/i],
  ignore: [/^! ?(?:Last|System) .*\b(?:time|uptime|changed)\b/i],
})

const prompt = (end: string) => new RegExp(`[\\w.:/@+-]{1,64}${end} ?`)

/**
 * OLTs. All places below `configure terminal` are one mode, because `end` leaves each of them:
 * `(config-if)#`, `(gpon-onu-mng 1/2/1:5)#`, `(config-pon-onu)#`. `%Info` and "No related information" are
 * no refusals.
 */
export const oltCli: CliProfile = {
  modes: {
    user: { prompt: prompt('>'), enter: null },
    privileged: {
      prompt: /[\w.:/@+-]{1,64}# ?/,
      enter: { from: 'user', command: 'enable', secret: 'enable' },
      leave: 'disable',
    },
    config: {
      prompt: prompt('\\((?:config|gpon-onu-mng|epon-onu-mng|pon-onu)[^()]{0,64}\\)#'),
      enter: { from: 'privileged', command: 'configure terminal' },
      leave: 'end',
    },
  },
  main: 'privileged',
  pager: [{ prompt: /^\s*-{2,5} ?more ?-{2,5}.*$/i, answer: ' ' }],
  afterLogin: ['terminal length 0'],
  comment: '!',
  errors: [
    /^\s*%\s?Error\b/i,
    /^\s*%\s?Code \d+(?!.*No related information)/i,
    /^\s*%\s?(?:Parameter|Command|Unknown|Incomplete|Ambiguous|Invalid)\b/i,
    /Invalid input detected/i,
    /^\s*(?:Invalid|Unknown|Incomplete|Ambiguous) (?:input|command|parameter)/i,
    // Not a counter, as in `Failed logins: 0`.
    /^\s*\[?Fail(?:ed|ure)?\b(?! [\w ]{1,40}: ?\d)/i,
  ],
  secrets: [
    ...commonSecrets,
    // `show gpon onu detail-info`, and the registration by password.
    /^\s*(?:Password|Loid password)\s*:\s*(?<secret>\S.{0,127})$/i,
    /\bregistration-method\s+(?:pw|loid)\s+(?<secret>\S+)/i,
    /\bauth(?:entication)? information\s*:\s*(?:pw|loid)\((?<secret>[^)]{1,128})\)/i,
  ],
  ignore: [
    ...changingLines,
    /^! ?(?:Last|System) .*\b(?:time|uptime|changed)\b/i,
    /^!?\s*(?:current )?time\s*:/i,
  ],
  backup: runningConfig,
  logout: 'exit',
}

/** ZXDSL access nodes. No command switches the pager off. Sources: NOTES.md, Backups. */
export const zxdslCli: CliProfile = {
  modes: {
    user: { prompt: prompt('>'), enter: null },
    privileged: {
      prompt: /[\w.:/@+-]{1,64}[#$] ?/,
      enter: { from: 'user', command: 'enable', secret: 'enable' },
      leave: 'disable',
    },
  },
  main: 'privileged',
  pager: [{ prompt: /^\s*Press any key to continue \(Q to quit\)\s*$/i, answer: ' ' }],
  newline: '\r',
  errors: [/^\s*Error: /, /^\s*%\s?(?:Invalid|Bad|Unknown|Incomplete|Ambiguous)\b/i],
  secrets: commonSecrets,
  ignore: [...changingLines, /^\s*<entry1 sessionID=/],
  backup: runningConfig,
  logout: 'logout',
}
