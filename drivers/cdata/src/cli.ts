import {
  changingLines,
  commonSecrets,
  onuSecrets,
  runningConfig,
  type CliMode,
  type CliProfile,
} from '@linecard/driver-kit/cli'

const host = '[\\w.:/@+-]{1,64}'
const prompt = (end: string) => new RegExp(`${host}${end} ?`)

/** Slots of a chassis (FD17xx); the other series have slot 0 alone. */
const slots = Array.from({ length: 19 }, (_, slot) => slot)
export type PortKind = 'gpon' | 'epon' | 'ge' | 'xge'
/** Mode of the ports of a kind in a slot: `(config-interface-gpon-0/0)#`, since V3.3 `(config-gpon-0/0)#`. */
export const ponMode = (kind: PortKind, slot: number): string => `${kind}-${slot}`
const portModes = (kind: PortKind): Record<string, CliMode> =>
  Object.fromEntries(
    slots.map(slot => [
      ponMode(kind, slot),
      {
        prompt: prompt(`\\(config-(?:interface-)?${kind}-0/${slot}\\)#`),
        enter: { from: 'config', command: `interface ${kind} 0/${slot}` },
        leave: 'exit',
      },
    ]),
  )

/** Not counters, as in `Failed logins: 0`. */
export const refusals = [
  /^\s*Unknown command/i,
  /^\s*Command incomplete/i,
  /^\s*(?:%\s*)?(?:Incorrect|Invalid|Wrong|Bad|Ambiguous|Incomplete|Too many)\b(?! [\w ]{1,40}: ?\d)/i,
  /^\s*(?:\^\s*)?Error\s*:/i,
  /^\s*(?:Failed|Failure)\b(?! [\w ]{1,40}: ?\d)/i,
]

const pager = [{ prompt: /^\s*--More ?\( ?Press 'Q' to quit ?\)--\s*$/i, answer: ' ' }]

const secrets = [...commonSecrets, ...onuSecrets, /\b(?:login|enable)-password\s+(?<secret>\S+)/i]

/** The name of the command differs between firmwares. */
const backup = {
  ...runningConfig,
  commands: [{ command: 'show current-config', or: ['show running-config'] }],
}

/** `paging`: what switches the pager off. Commands that show are typed in the mode "config" too. */
const profileOf = (technology: 'gpon' | 'epon', paging: readonly string[]): CliProfile => ({
  login: { user: /user ?name:\s*$/i, password: /password:\s*$/i },
  modes: {
    user: { prompt: prompt('>'), enter: null },
    privileged: {
      prompt: prompt('#'),
      enter: { from: 'user', command: 'enable', secret: 'enable' },
      leave: 'disable',
    },
    config: {
      prompt: prompt('\\(config\\)#'),
      enter: { from: 'privileged', command: 'config' },
      leave: 'exit',
    },
    ...portModes(technology),
    ...portModes('ge'),
    ...portModes('xge'),
  },
  main: 'config',
  pager,
  afterLogin: paging,
  comment: '!',
  errors: refusals,
  secrets,
  ignore: [...changingLines, /^%/],
  backup,
  logout: 'exit',
})

/** FD12xx. The FD1216 has no command for its pager. */
export const eponCli = (showAll: boolean) => profileOf('epon', showAll ? ['vty output show-all'] : [])
/** FD16xx before firmware 3. */
export const gponCli = profileOf('gpon', ['vty output show-more'])
/** FD16xx of firmware 3, FD17xx, XGS-PON. */
export const v3Cli = profileOf('gpon', ['terminal length 0'])

/** FD11xx and the switches FD5008 and FD5016: one prompt, whatever part of the configuration is open. */
export const flatCli = (paging: readonly string[] = []): CliProfile => ({
  modes: { main: { prompt: /[\w.:/@+-]{1,64}(?:\([\w/ -]{1,40}\))?[>#] ?/, enter: null } },
  main: 'main',
  pager,
  afterLogin: paging,
  comment: '!',
  errors: refusals,
  secrets,
  ignore: [...changingLines, /^%/],
  backup,
  logout: 'exit',
})

/** FD5008 and FD5016. */
export const switchCli: CliProfile = {
  ...flatCli(),
  modes: {
    user: { prompt: prompt('>'), enter: null },
    privileged: {
      prompt: prompt('#'),
      enter: { from: 'user', command: 'enable', secret: 'enable' },
      leave: 'disable',
    },
    config: {
      prompt: prompt('\\(config[^()]*\\)#'),
      enter: { from: 'privileged', command: 'config' },
      leave: 'exit',
    },
  },
  main: 'config',
}
