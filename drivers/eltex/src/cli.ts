import { changingLines, commonSecrets, runningConfig, type CliProfile } from '@linecard/driver-kit/cli'

const prompt = (end: string) => new RegExp(`[\\w.:/@-]{1,64}${end} ?`)

/** The consoles of both agents have the same modes and commands. A login of level 15 starts with `#`. */
export const profile: CliProfile = {
  modes: {
    user: { prompt: prompt('>'), enter: null },
    privileged: {
      prompt: prompt('#'),
      enter: { from: 'user', command: 'enable', secret: 'enable' },
      leave: 'disable',
    },
    config: {
      prompt: prompt('\\(config[^()]*\\)#'),
      enter: { from: 'privileged', command: 'configure terminal' },
      leave: 'end',
    },
  },
  main: 'privileged',
  pager: [
    { prompt: /^\s*More: <space>/, answer: ' ' },
    { prompt: /^\s*--More--/, answer: ' ' },
  ],
  // Each console has one of the two commands and rejects the other.
  afterLogin: ['terminal datadump', 'set cli pagination off'],
  errors: [
    /^\s*% ?(?:Unrecognized|Incomplete|Ambiguous|Invalid|Wrong|Bad|Missing|Unknown)/i,
    /^\s*% ?.*(?:not allowed|not permitted)/i,
    /^\s*ERROR\b/,
  ],
  secrets: commonSecrets,
  ignore: [...changingLines, /^\s*(?:!\s*)?System Up Time/i],
  backup: runningConfig,
  logout: 'exit',
}

/**
 * LTP-4X, LTP-8X. The views for changes are no modes: how to leave them all at once is not known. No command
 * switches the pager off. Sources: NOTES.md, Backups.
 */
export const ltpCli: CliProfile = {
  modes: { main: { prompt: prompt('#'), enter: null } },
  main: 'main',
  pager: [{ prompt: /^\s*--More--(?:\(\d{1,3}%\))?\s*$/, answer: ' ' }],
  newline: '\r',
  errors: [/^\s*(?:Command not found\.|Incomplete command\b|Invalid argument\b|Unknown command\b)/],
  secrets: [...commonSecrets, /\bencrypted_password\s+(?<secret>\S+)/i],
  ignore: changingLines,
  backup: runningConfig,
  logout: 'exit',
}
