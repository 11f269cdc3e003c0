import { industryCli, type CliProfile } from '@linecard/driver-kit'

/** OmniStack LS: RADLAN's console. */
export const omniStackCli = industryCli({ paging: ['terminal datadump'], configure: 'configure' })

/** AOS of OmniSwitch: one mode, `->` unless the prompt was changed. Source: OmniSwitch CLI Reference Guide, "CLI Commands". */
export const aosCli: CliProfile = {
  modes: { main: { prompt: /(?:[\w.@:-]{0,64}-> ?|[\w.@:-]{1,64}[#>] ?)/, enter: null } },
  main: 'main',
  pager: [{ prompt: /^\s*More\? \[.*\]/i, answer: ' ' }],
  errors: [/^\s*ERROR\s?:/i, /^\s*\^\s*$/],
  secrets: [/\bpassword\s+(?<secret>\S+)/, /\bsnmp community map (?<secret>\S+)/, /\bkey\s+(?<secret>\S+)/, /\bhash-key\s+"?(?<secret>[^\s"]+)/],
  ignore: [/^\s*Up Time:/, /^\s*Date & Time:/],
  logout: 'exit',
}
