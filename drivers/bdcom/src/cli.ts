import { changingLines, commonSecrets, runningConfig, type CliProfile } from '@linecard/driver-kit/cli'

const name = String.raw`[\w.:/@+-]{1,64}`

/**
 * The console of BDCOM: `Switch>`, `Switch#`, `Switch_config#`, and in an interface `Switch_config_epon0/1#`.
 * Without a terminal width it breaks rows at 80 columns.
 */
export const profile: CliProfile = {
  modes: {
    user: { prompt: new RegExp(`${name}>`), enter: null },
    privileged: {
      prompt: new RegExp(`(?!\\S*_config)${name}#`),
      enter: { from: 'user', command: 'enable', secret: 'enable' },
      leave: 'exit',
    },
    // Interfaces are configured in the same mode: a change leaves an interface by its own `exit`.
    config: {
      prompt: /[\w.:/@+-]{1,64}_config(?:_[\w/:.-]{1,32})?#/,
      enter: { from: 'privileged', command: 'config' },
      leave: 'exit',
    },
  },
  main: 'privileged',
  pager: [{ prompt: /^\s*--More--\s*$/i, answer: ' ' }],
  afterLogin: ['terminal length 0', 'terminal width 0'],
  comment: '!',
  errors: [
    /^\s*(?:%\s*)?(?:Unknown command|Incomplete command|Too many parameters|Ambiguous command)/i,
    /^\s*%+ ?(?:error|invalid|incomplete|ambiguous|unrecognized|unknown|bad|wrong|missing|too many)/i,
    /^\s*%\s?(?:ONU|Sequence|Profile|No free)\b/,
    /^\s*(?:Parameter invalid|Invalid (?:input|parameter|command))/i,
  ],
  secrets: commonSecrets,
  ignore: [...changingLines, /uptime is/i],
  backup: runningConfig,
  logout: 'exit',
}
