import { commonSecrets, type CliProfile } from '@linecard/driver-kit/cli'

/** Junos. Changes are made in `config` mode and take effect with `commit`. */
export const junosCli: CliProfile = {
  modes: {
    exec: { prompt: /(?:[\w.-]{1,64}@)?[\w.\-:]{1,64}> ?/, enter: null },
    config: {
      prompt: /(?:[\w.-]{1,64}@)?[\w.\-:]{1,64}# ?/,
      enter: { from: 'exec', command: 'configure' },
      leave: 'exit configuration-mode',
    },
  },
  main: 'exec',
  abovePrompt: /^\{\w[\w.:-]{0,63}\}(?:\[edit[^\]]*\])?$|^\[edit[^\]]*\]$/,
  pager: [{ prompt: /^\s*---\(more(?: \d+%)?\)---\s*$/, answer: ' ' }],
  afterLogin: ['set cli screen-length 0', 'set cli screen-width 0'],
  errors: [
    /^\s*\^\s*$/,
    /^(unknown command|syntax error|invalid (?:value|command)|missing argument)/i,
    /^error:/,
    /is ambiguous\.$/,
    /^permission denied/i,
  ],
  // Communities of the SNMP agent have a block, those of routing policies do not.
  secrets: [...commonSecrets, /(?:^|;)\s*community\s+(?<secret>"[^"]*"|[^\s";]+)\s*\{/i],
  ignore: [/^## Last (commit|changed)/],
  logout: 'exit',
}
