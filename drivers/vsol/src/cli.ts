import { changingLines, commonSecrets, runningConfig, type CliProfile } from '@linecard/driver-kit/cli'

const prompt = (end: string) => new RegExp(`[\\w.:/@+|-]{1,64}${end} ?`)

/**
 * The console of V1600 OLTs, as in the CLI user manuals of V-SOL for EPON and GPON OLTs: `epon-olt>`,
 * `epon-olt#`, `gpon-olt(config)#`, `gpon-olt(config-pon-0/1)#`. Commands about ONUs need the configuration
 * mode.
 */
export const vsolCli: CliProfile = {
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
  // It counts the rows of the terminal, so it also stands in the middle of a long line.
  pager: [
    { prompt: /^\s*--More--\s*$/i, answer: ' ' },
    { prompt: /(?<=^.{40,480}) --More--$/, answer: ' ' },
  ],
  afterLogin: ['terminal length 0'],
  comment: '!',
  errors: [
    /^\s*%? ?(?:Unknown command|Command incomplete|Too many parameters|Ambiguous command|There is no matched command)/i,
    /^\s*%+ ?(?:error|invalid|fail|bad|wrong)/i,
    /^\s*(?:Error|Failed|Failure|Invalid|Unsupport(?:ed)?)\b(?! [\w ]{1,40}: ?\d)/i,
    /\b(?:does(?: not|n't) exist|not exist|out of range|is not (?:online|authorized))\b/i,
  ],
  secrets: [
    ...commonSecrets,
    /\b(?:login|enable)-password\s+(?<secret>\S+)/i,
    /\badmin_control\s+enable\s+admin\s+(?<secret>\S+)/i,
    /\buser_control\s+enable\s+user\s+(?<secret>\S+)/i,
    /\bshared_key\s+(?<secret>\S+)/i,
    /\buser\s+\S+\s+pwd\s+(?<secret>\S+)/i,
  ],
  // Alarms stand between the lines.
  backup: {
    commands: [{ command: 'show running-config', mode: 'config' }],
    drop: [...runningConfig.drop, /^\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d {3}\S/],
  },
  ignore: [...changingLines, /^!?\s*(?:System|Olt) (?:up|running)?\s*time\b/i],
  logout: 'exit',
}
