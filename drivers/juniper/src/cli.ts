import type { CliProfile } from '@linecard/driver-kit'

/** Junos. Changes are written in `config` and take effect by `commit`. */
export const junosCli: CliProfile = {
  modes: {
    exec: { prompt: /[\w.-]+@[\w.\-:]+>/, enter: null },
    config: { prompt: /[\w.-]+@[\w.\-:]+#/, enter: { from: 'exec', command: 'configure' }, leave: 'exit configuration-mode' },
  },
  main: 'exec',
  pager: [{ prompt: /---\(more(?: \d+%)?\)---/, answer: ' ' }],
  afterLogin: ['set cli screen-length 0', 'set cli screen-width 0'],
  errors: [/^\s*\^\s*$/, /^(unknown command|syntax error|invalid (?:value|command)|missing argument)/i, /^error:/, /is ambiguous\.$/, /^permission denied/i],
  secrets: [/(?:encrypted-password|authentication-key|secret|pre-shared-key ascii-text|community) "?(?<secret>[^\s";]+)/],
  ignore: [/^## Last (commit|changed)/],
  logout: 'exit',
}
