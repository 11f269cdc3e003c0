import { commonSecrets, industryCli, type CliProfile } from '@linecard/driver-kit/cli'

/**
 * Console of the DES and DGS series ("Command: show switch"). It has one mode. The privilege of the account
 * follows the name in the prompt: `DES-3028:admin#`, `DES-3028:5#`, `DGS-3100#`.
 * Source: D-Link xStack CLI reference guides, chapter "Using the Console CLI".
 */
export const dlinkCli: CliProfile = {
  login: {
    failed:
      /^\s*Incorrect Login\b|^\s*Fail!?\s*$|(?:login|authentication) (?:fail|incorrect|invalid)|(?:invalid|wrong) (?:user|password)/i,
  },
  modes: { main: { prompt: /[\w.@()/-]{1,64}(?::[\w-]{1,16})?# ?/, enter: null } },
  main: 'main',
  // The last choice of the pager prints all remaining pages. A page without this choice belongs to a command
  // that refreshes without end. Such a command must run without the pager.
  pager: [
    { prompt: /^\s*CTRL\+C.*\ba All\b/i, answer: 'a' },
    { prompt: /^\s*-{1,3}\s?More\s?-{1,3}\s*$/i, answer: 'a' },
  ],
  afterLogin: ['disable clipaging'],
  errors: [
    /^\s*Argument wrong\b/i,
    /^\s*(?:Available commands|Next possible completions|Ambiguous token)\s*:/i,
    /^\s*(?:Fail(?:ed|ure)?\s*[!.]|ERROR\b)/i,
    /^\s*(?:Invalid|Unknown|Incomplete) (?:command|input|parameter|value|port)/i,
    /^\s*%\s*Invalid input/i,
    /^\s*(?:The command|This command) (?:can ?not|can't)/i,
    /^\s*You (?:have no|do not have|don't have) (?:right|permission|privilege)/i,
  ],
  secrets: [
    ...commonSecrets,
    /(?:^|;)\s*create\s+snmp\s+group\s+(?<secret>\S+)/i,
    /(?:^|;)\s*config\s+snmp\s+community\s+\S+\s+(?!community\s|;)(?<secret>\S+)/i,
    /\bauthdata\s+(?<secret>\S+)/i,
    /\brip\s[^;]{0,80}?\bauthentication\s+enable\s+(?<secret>\S+)/i,
    /\bencrypt\s+(?:plain_text|sha_1)\s+(?<secret>"[^"]*"|\S+)/i,
  ],
  ignore: [
    /^\s*(?:System )?Uptime\b/i,
    /^\s*config time \d/,
    /^\s*#\s+(?:Time|Date)\b/i,
    /^#.*\bconfiguration saved at /i,
  ],
  backup: {
    commands: [
      { command: 'show config current_config', or: ['show config active', 'show configuration running'] },
    ],
    drop: [/^Command: show config /],
  },
  logout: 'logout',
  legacySsh: {
    kex: ['diffie-hellman-group14-sha1', 'diffie-hellman-group1-sha1'],
    cipher: ['aes128-cbc', '3des-cbc'],
    hmac: ['hmac-sha1', 'hmac-md5'],
    hostKey: ['ssh-rsa', 'ssh-dss'],
  },
}

/** DGS-1510 and the other series with D-Link's industry-like console. */
export const smartCli = industryCli({ errors: [/^\s*ERROR\b/] })
