import type { CliProfile } from '@linecard/driver-kit'

const secrets = [/\b(?:password|secret|key|community)\s+(?:(?:manager|operator|plaintext|ciphertext|sha1|sha256|user-name|"\S+"|\S+)\s+)*(?<secret>"[^"]*"|\S+)\s*$/]
const refused = [/^\s*Invalid input:/i, /^\s*Incomplete (?:input|command)/i, /^\s*Ambiguous (?:input|command)/i, /^\s*Unknown command/i, /^\s*% (?:Unknown|Command|Ambiguous)/i, /^\s*Error:/i]

/** ProCurve and ArubaOS-Switch: `name>` for operators, `name#` for managers. */
export const procurveCli: CliProfile = {
  modes: {
    exec: { prompt: /[\w.@/:+ -]+[>#] ?/, enter: null },
    config: { prompt: /[\w.@/:+ -]+\([\w\s./,-]+\)# ?/, enter: { from: 'exec', command: 'configure terminal' }, leave: 'end' },
  },
  main: 'exec',
  pager: [{ prompt: /--\s*MORE\s*--.*/i, answer: ' ' }, { prompt: /Press any key to continue/i, answer: ' ' }],
  afterLogin: ['no page'],
  errors: refused,
  secrets,
  logout: 'logout',
  legacySsh: { kex: ['diffie-hellman-group14-sha1', 'diffie-hellman-group1-sha1'], cipher: ['aes128-cbc', '3des-cbc'], hmac: ['hmac-sha1', 'hmac-md5'], hostKey: ['ssh-rsa', 'ssh-dss'] },
}

/** AOS-CX. */
export const cxCli: CliProfile = {
  modes: {
    exec: { prompt: /[\w.@/:+ -]+[>#] ?/, enter: null },
    config: { prompt: /[\w.@/:+ -]+\(config[\w./,-]*\)# ?/, enter: { from: 'exec', command: 'configure terminal' }, leave: 'end' },
  },
  main: 'exec',
  pager: [{ prompt: /--\s*MORE\s*--.*/i, answer: ' ' }],
  afterLogin: ['no page'],
  errors: refused,
  secrets,
  logout: 'exit',
}

/** Comware: `<name>` is the user view, `[name]` the system view. */
export const comwareCli: CliProfile = {
  modes: {
    user: { prompt: /<[\w.@()/:+ -]+>/, enter: null },
    system: { prompt: /\[[\w.@()/:+ -]+\]/, enter: { from: 'user', command: 'system-view' }, leave: 'return' },
  },
  main: 'user',
  pager: [{ prompt: /-{2,4}\s*More\s*-{2,4}/i, answer: ' ' }],
  afterLogin: ['screen-length disable'],
  errors: [/^\s*% ?(?:Unrecognized command|Incomplete command|Ambiguous command|Wrong parameter|Too many parameters)/i, /^\s*Error:/i],
  secrets: [/\b(?:cipher|simple|hash)\s+(?<secret>\S+)/, /\bsnmp-agent community (?:read|write) (?!cipher\b|simple\b)(?<secret>\S+)/],
  logout: 'quit',
  legacySsh: { kex: ['diffie-hellman-group14-sha1', 'diffie-hellman-group-exchange-sha1', 'diffie-hellman-group1-sha1'], cipher: ['aes128-cbc', '3des-cbc'], hmac: ['hmac-sha1', 'hmac-md5'], hostKey: ['ssh-rsa', 'ssh-dss'] },
}
