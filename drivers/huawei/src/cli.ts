import { commonSecrets, type CliProfile } from '@linecard/driver-kit/cli'

/**
 * VRP and YunShan OS: `<name>` is the user view, `[name]` the system view. `[~name]` and `[*name]` are
 * system views of firmware that applies changes after a commit.
 */
export const vrpCli: CliProfile = {
  login: { mustChange: /(?:initial|default) password|password needs to be changed|change now\?/i },
  modes: {
    user: { prompt: /(?:HRP_[MSA])?<[\w.@()/:+ -]+>/, enter: null },
    system: {
      prompt: /(?:HRP_[MSA])?\[[~*]?[\w.@()/:+ -]+\]/,
      enter: { from: 'user', command: 'system-view' },
      leave: 'return',
    },
  },
  main: 'user',
  pager: [{ prompt: /^\s*-{2,4}\s?More\s?(?:\([^)]{0,64}\)\s?)?-{2,4}\s*$/, answer: ' ' }],
  // The second one keeps messages of the device out of the session (VRP command reference).
  afterLogin: ['screen-length 0 temporary', 'undo terminal monitor'],
  // A counter has the label "error:", which is not an error message.
  errors: [
    /^\s*Error:/,
    /^\s*(?:\^\s*)?(?:Error: |% ?)?(?:Unrecognized command|Wrong parameter|Incomplete command|Too many parameters|Ambiguous command)/i,
  ],
  secrets: [
    ...commonSecrets,
    /\b(?:irreversible-cipher|cipher)\s+(?![\d.]+\s|3?des|aes|suite|list)(?<secret>\S+)/,
  ],
  ignore: [/^!Last configuration was (?:updated|saved) at/],
  logout: 'quit',
  legacySsh: {
    kex: ['diffie-hellman-group14-sha1', 'diffie-hellman-group-exchange-sha1', 'diffie-hellman-group1-sha1'],
    cipher: ['aes128-cbc', '3des-cbc'],
    hmac: ['hmac-sha1', 'hmac-md5'],
    hostKey: ['ssh-rsa', 'ssh-dss'],
  },
}
