import { industryCli, type CliProfile } from '@linecard/driver-kit/cli'

/** ExtremeXOS has one mode. The prompt counts the commands (`* core-1.12 #`). */
export const xosCli: CliProfile = {
  modes: { main: { prompt: /(?:\* )?(?:\([\w. -]+\) )?(?:Slot-\d+ )?[\w.:-]+\.\d+ [#>] ?/, enter: null } },
  main: 'main',
  pager: [{ prompt: /^\s*Press <SPACE> to continue or <Q> to quit:?/i, answer: ' ' }],
  afterLogin: ['disable clipaging'],
  errors: [/^\s*%% /, /^\s*Error:/, /^\s*Invalid input detected/i, /^\s*\^\s*$/],
  secrets: [/\b(?:encrypted|shared-secret|community)\s+(?:encrypted\s+)?"?(?<secret>[^\s"]+)/],
  ignore: [/^# Module .* configuration generated/, /^# Full Detail Configuration generated/],
  logout: 'exit',
}

/** VOSS has the usual modes: `core-1:1(config)#`. */
export const vossCli = industryCli({
  paging: ['terminal more disable'],
  ignore: [/^# \w{3} \w{3} +\d+ [\d:]+ \d{4}/],
})
