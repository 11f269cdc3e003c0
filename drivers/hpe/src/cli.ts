import { changingLines, commonSecrets, runningConfig, type CliProfile } from '@linecard/driver-kit/cli'

// The echo can be in the same line, before the message.
const refused = [
  /Invalid input: /,
  /^\s*Incomplete (?:input|command)/i,
  /^\s*Ambiguous (?:input|command)/i,
  /^\s*Unknown command/i,
  /^\s*% (?:Unknown|Command|Ambiguous)/i,
  /^\s*Error:/,
]

/** ProCurve and ArubaOS-Switch: `name>` for operators, `name#` for managers. */
export const procurveCli: CliProfile = {
  modes: {
    exec: { prompt: /[\w.@/:+ -]+[>#] ?/, enter: null },
    config: {
      prompt: /[\w.@/:+ -]+\([\w\s./,-]+\)# ?/,
      enter: { from: 'exec', command: 'configure terminal' },
      leave: 'end',
    },
  },
  main: 'exec',
  pager: [
    { prompt: /^\s*--\s?MORE\s?--/i, answer: ' ' },
    { prompt: /^\s*Press any key to continue/i, answer: ' ' },
  ],
  afterLogin: ['no page'],
  errors: refused,
  secrets: commonSecrets,
  ignore: changingLines,
  backup: runningConfig,
  logout: 'logout',
  legacySsh: {
    kex: ['diffie-hellman-group14-sha1', 'diffie-hellman-group1-sha1'],
    cipher: ['aes128-cbc', '3des-cbc'],
    hmac: ['hmac-sha1', 'hmac-md5'],
    hostKey: ['ssh-rsa', 'ssh-dss'],
  },
}

/** AOS-CX. */
export const cxCli: CliProfile = {
  modes: {
    exec: { prompt: /[\w.@/:+ -]+[>#] ?/, enter: null },
    config: {
      prompt: /[\w.@/:+ -]+\(config[\w./,-]*\)# ?/,
      enter: { from: 'exec', command: 'configure terminal' },
      leave: 'end',
    },
  },
  main: 'exec',
  pager: [{ prompt: /^\s*--\s?MORE\s?--/i, answer: ' ' }],
  afterLogin: ['no page'],
  errors: refused,
  secrets: commonSecrets,
  ignore: changingLines,
  backup: runningConfig,
  logout: 'exit',
}

/** Comware: `<name>` is the user view, `[name]` the system view. */
export const comwareCli: CliProfile = {
  modes: {
    user: { prompt: /<[\w.@()/:+ -]+>/, enter: null },
    system: {
      prompt: /\[[\w.@()/:+ -]+\]/,
      enter: { from: 'user', command: 'system-view' },
      leave: 'return',
    },
  },
  main: 'user',
  pager: [{ prompt: /^\s*-{2,4}\s?More\s?-{2,4}\s*$/i, answer: ' ' }],
  // The second one keeps messages of the device out of the session (Comware, "information center" commands).
  afterLogin: ['screen-length disable', 'undo terminal monitor'],
  errors: [
    /^\s*% ?(?:Unrecognized command|Incomplete command|Ambiguous command|Wrong parameter|Too many parameters)/i,
    /^\s*Error:/,
  ],
  secrets: [
    ...commonSecrets,
    /\bcipher\s+(?!3?des|aes|suite|list|authentication-mode|privacy-mode)(?<secret>\S+)/,
  ],
  ignore: changingLines,
  backup: { commands: ['display current-configuration'], end: /^return$/ },
  logout: 'quit',
  legacySsh: {
    kex: ['diffie-hellman-group14-sha1', 'diffie-hellman-group-exchange-sha1', 'diffie-hellman-group1-sha1'],
    cipher: ['aes128-cbc', '3des-cbc'],
    hmac: ['hmac-sha1', 'hmac-md5'],
    hostKey: ['ssh-rsa', 'ssh-dss'],
  },
}
