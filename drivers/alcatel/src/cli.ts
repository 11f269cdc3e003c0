import { commonSecrets, industryCli, type CliProfile } from '@linecard/driver-kit/cli'

/** OmniStack LS has RADLAN's console. */
export const omniStackCli = industryCli({ paging: ['terminal datadump'], configure: 'configure' })

/**
 * AOS of OmniSwitch. It has one mode. The default prompt is `->`. Source: OmniSwitch CLI Reference Guide,
 * "CLI Commands".
 */
export const aosCli: CliProfile = {
  modes: { main: { prompt: /(?:[\w.@:-]{0,64}-> ?|[\w.@:-]{1,64}[#>] ?)/, enter: null } },
  main: 'main',
  pager: [{ prompt: /^\s*More\? \[.*\]/i, answer: ' ' }],
  errors: [/^\s*ERROR\s?:/i, /^\s*\^\s*$/],
  secrets: commonSecrets,
  ignore: [/^\s*Up Time:/, /^\s*Date & Time:/],
  backup: { commands: ['show configuration snapshot'] },
  logout: 'exit',
}

/**
 * Nokia SR OS, classic CLI. The prompt is `*A:name#`; in configuration the context follows after `>`. Source:
 * SR OS Basic System Configuration Guide, "CLI Usage".
 */
export const timosCli: CliProfile = {
  modes: {
    main: { prompt: /\*?[A-Z]:[\w.-]{1,64}# ?/, enter: null },
    config: {
      prompt: /\*?[A-Z]:[\w.-]{1,64}>[^\s#]{1,128}# ?/,
      enter: { from: 'main', command: 'configure' },
      leave: 'exit all',
    },
  },
  main: 'main',
  pager: [{ prompt: /^\s*Press any key to continue \(Q to quit\)/i, answer: ' ' }],
  afterLogin: ['environment no more'],
  errors: [/^\s*Error:/, /^\s*(?:MINOR|MAJOR|CRITICAL): /, /^\s*\^\s*$/],
  secrets: [
    ...commonSecrets,
    /(?:^|;)\s*community\s+(?<secret>"[^"]*"|[^\s"]+)\s+(?:hash2?|r|rw|rwa|mgmt|vpls-mgmt|version|access-permissions)\b/i,
  ],
  ignore: [/^# (?:Generated|Finished) /],
  backup: { commands: ['admin display-config'], end: /^# Finished / },
  logout: 'logout',
}
