import { commonSecrets, type CliProfile, type CliRevert } from '@linecard/driver-kit/cli'

const checked = ['commit check', 'commit confirmed {minutes}']

/**
 * `commit confirmed`: Junos CLI User Guide, "Commit the Configuration". A second commit, and a
 * `commit check`, confirm it. It is not possible on a private copy of the configuration. Its text stays for
 * good in `show system commit`; `rollback pending` stands below it only while the device waits.
 */
const commitConfirmed: CliRevert = {
  arm: {
    when: 'commit',
    instead: [
      { line: /^\s*con[a-z]*(?:\s+(?:ex|p)[a-z]*)?\s*$/i, typed: ['configure exclusive'] },
      { line: /^\s*com[a-z]*\s*$/i, typed: checked },
      { line: /^\s*com[a-z]*\s+an[a-z-]*\s*$/i, typed: [...checked, 'exit configuration-mode'] },
    ],
  },
  disarm: [{ command: 'configure exclusive' }, { command: 'commit' }, { command: 'exit configuration-mode' }],
  show: {
    command: 'show system commit',
    armed: /^0\s.*\bcommit confirmed, rollback in \d+ ?mins?\b.*(?:\n(?!\d+\s).*)*?\n\s*rollback pending\b/m,
  },
  saves: /^\s*(?:com[a-z]*\b|con[a-z]*\s|edit\s*$|(?:run\s+)?req[a-z]*\s+sy[a-z]*\s+(?:c|reb|h|p|sof|z))/i,
  minutes: { min: 1, max: 24 * 60 },
}

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
  abovePrompt:
    /^\{\w[\w.:-]{0,63}\}(?:\[edit[^\]]*\])?$|^\[edit[^\]]*\]$|^# commit confirmed will be rolled back in /,
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
  // Parts with `apply-flags omit` are not shown without the filter.
  backup: { commands: ['show configuration | display omit'] },
  logout: 'exit',
  revert: commitConfirmed,
}
