import { commonSecrets, confdErrors, industryCli, type CliProfile } from '@linecard/driver-kit/cli'

/** ExtremeXOS has one mode. The prompt counts the commands (`* core-1.12 #`). */
export const xosCli: CliProfile = {
  modes: { main: { prompt: /(?:\* )?(?:\([\w. -]+\) )?(?:Slot-\d+ )?[\w.:-]+\.\d+ [#>] ?/, enter: null } },
  main: 'main',
  pager: [{ prompt: /^\s*Press <SPACE> to continue or <Q> to quit:?/i, answer: ' ' }],
  afterLogin: ['disable clipaging'],
  errors: [/^\s*%% /, /^\s*Error:/, /^\s*Invalid input detected/i, /^\s*\^\s*$/],
  secrets: [
    ...commonSecrets,
    /\bencrypted\s+(?!md5\s|localized-key\s)(?<secret>"[^"]*"|[^\s"]+)/i,
    /(?:^|;)\s*create\s+account\s+\S+\s+\S+\s+(?!encrypt|;)(?<secret>"[^"]*"|[^\s"<]+)/i,
    /\bcommunity\s+\S+\s+name\s+(?<secret>"[^"]*"|[^\s"]+)/i,
    /\blocal-user\s+\S+\s+(?!password\b|cipher\b|privilege\b|service-type\b|class\b|vlan|security|encrypt)(?<secret>"[^"]*")/i,
  ],
  backup: { commands: ['show configuration'] },
  ignore: [/^# Module .* configuration generated/, /^# Full Detail Configuration generated/],
  logout: 'exit',
}

/** VOSS has the usual modes: `core-1:1(config)#`. */
export const vossCli = industryCli({
  paging: ['terminal more disable'],
  secrets: [/\b(?:md5|sha\d*|aes\d*|3?des)(?<=\bsnmp-server\s+user\s[^;]{0,200})\s+(?<secret>[^\s;]+)/i],
  ignore: [/^# \w{3} \w{3} +\d+ [\d:]+ \d{4}/],
})

/** SLX-OS has no user mode: a login starts at `SLX#`. */
export const slxCli = industryCli({ errors: confdErrors })
