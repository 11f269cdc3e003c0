import { commonSecrets, industryCli, type CliProfile } from '@linecard/driver-kit/cli'

const prompt = (end: string) => new RegExp(`\\([^()]{1,64}\\) ?${end} ?`)
const base = industryCli({
  configure: 'configure',
  ignore: [/^!\s?(?:System Up Time|Current SNTP Synchronized Time)\b/],
})

/** EdgeSwitch. FASTPATH puts the name in brackets: `(sw-1) >`, `(sw-1) #`, `(sw-1) (Config)#`. */
export const edgeSwitchCli: CliProfile = {
  ...base,
  modes: {
    user: { ...base.modes.user!, prompt: prompt('>') },
    privileged: { ...base.modes.privileged!, prompt: prompt('#') },
    config: {
      ...base.modes.config!,
      prompt: prompt('\\((?:Config|Interface|Vlan)[^()]*\\)#'),
      leave: 'exit',
    },
  },
}

/** EdgeOS of EdgeRouter has the prompts of Vyatta: `name@router:~$`, `name@router#`. */
export const edgeOsCli: CliProfile = {
  modes: {
    main: { prompt: /[\w.-]{1,64}@[\w.-]{1,64}:[^\s$#]{1,64}[$#] ?/, enter: null },
    config: {
      prompt: /[\w.-]{1,64}@[\w.-]{1,64}# ?/,
      enter: { from: 'main', command: 'configure' },
      leave: 'exit discard',
    },
  },
  main: 'main',
  abovePrompt: /^\[edit[^\]]*\]$/,
  pager: [{ prompt: /^:$/, answer: ' ' }],
  afterLogin: ['terminal length 0'],
  errors: [
    /^\s*(?:Invalid|Incomplete|Ambiguous) command/,
    /^\s*(?:Configuration path|The specified configuration node|Value validation|Set failed|Delete failed|Commit failed)/,
    /^-?\w*(?:bash|vbash)[\w.-]*: /,
  ],
  // One line for each value: a line tells all about it.
  backup: { commands: ['show configuration commands | no-more'] },
  secrets: [...commonSecrets, /(?:^|;)\s*community\s+(?<secret>"[^"]*"|[^\s";]+)\s*\{/i],
  logout: 'exit',
}
