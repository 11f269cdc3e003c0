import { changingLines, commonSecrets, onuSecrets, type CliProfile } from '@linecard/driver-kit/cli'

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
    /\b(?:irreversible-cipher|cipher)\s+(?![\d.]+\s|3?des|aes|suite|list)(?<secret>\S+)/i,
  ],
  ignore: [...changingLines, /^!Last configuration was (?:updated|saved) at/],
  backup: { commands: ['display current-configuration'], end: /^return$/ },
  logout: 'quit',
  legacySsh: {
    kex: ['diffie-hellman-group14-sha1', 'diffie-hellman-group-exchange-sha1', 'diffie-hellman-group1-sha1'],
    cipher: ['aes128-cbc', '3des-cbc'],
    hmac: ['hmac-sha1', 'hmac-md5'],
    hostKey: ['ssh-rsa', 'ssh-dss'],
  },
}

const name = String.raw`[\w.@/:-]{1,64}`
/**
 * SmartAX access nodes. Questions for the rest of a command (`{ <cr>||<K> }:`), questions before changes,
 * alarms and the pager can be switched off; firmware that refuses one of these asks, and Enter goes on. Both
 * CR and LF are an Enter for it, so a line ends with one of them: a second Enter would answer the next
 * question with its default, no. Source: SmartAX MA5600T command reference, "interactive", "smart", "scroll",
 * "alarm output", "infoswitch".
 */
export const smartAxCli: CliProfile = {
  modes: {
    user: { prompt: new RegExp(`${name}>`), enter: null },
    privileged: {
      prompt: new RegExp(`${name}#`),
      enter: { from: 'user', command: 'enable', secret: 'enable' },
      leave: 'disable',
    },
    // Views of boards and profiles too: `(config-if-gpon-0/1)#`.
    config: {
      prompt: new RegExp(`${name}\\(config[^()]*\\)#`),
      enter: { from: 'privileged', command: 'config' },
      leave: 'return',
    },
  },
  main: 'privileged',
  newline: '\n',
  pager: [
    { prompt: /^\s*-{2,4}\s?More\s?(?:\([^)]{0,64}\)\s?)?-{2,4}\s*$/, answer: ' ' },
    { prompt: /^\s*\{ ?<cr>[^{}]*\}\s?:?\s*$/, answer: '\n' },
  ],
  afterLogin: ['undo smart', 'undo interactive', 'undo alarm output all', 'infoswitch cli OFF', 'scroll'],
  errors: [
    /^\s*% ?(?:Unknown command|Parameter error|Incomplete command|Ambiguous command|Too many parameters)/i,
    /^\s*Failure\s?:/i,
  ],
  secrets: [
    ...vrpCli.secrets!,
    ...onuSecrets,
    /\bbuildrun_new_password\s+(?:"[^"]*"|\S+)\s+(?<secret>"[^"]*"|\S+)/i,
  ],
  ignore: changingLines,
  // `return` is the last line in published configurations of all releases.
  backup: vrpCli.backup!,
  logout: 'quit',
  legacySsh: vrpCli.legacySsh!,
}
