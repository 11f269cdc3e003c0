import type { CliBackup, CliProfile } from '../contract/cli.ts'
import { commonSecrets } from './secrets/common.ts'

/** How a vendor's console differs from the usual one. */
export interface IndustryCliOptions {
  /** Commands that switch off the pager; `terminal length 0` by default. */
  paging?: readonly string[]
  /** `configure` or `configure terminal` (the default). */
  configure?: string
  pager?: RegExp
  /** Refusals in addition to the usual ones. */
  errors?: readonly RegExp[]
  /** Secrets in addition to the usual ones. */
  secrets?: readonly RegExp[]
  /** Lines that change by themselves, in addition to the usual ones. */
  ignore?: readonly RegExp[]
  /** How it prints its configuration, where it differs from `runningConfig`. */
  backup?: Partial<CliBackup>
}

/** Lines that change while nobody changes the configuration, as many vendors print them. */
export const changingLines: readonly RegExp[] = [
  /^\s*[!#;:]+\s?(?:(?:no|last|nvram|running|startup|current) )?config(?:uration)? (?:was |is |last )?(?:change|update|save|modifie|done)/i,
  /^\s*[!#;:]+\s?(?:(?:current |system |sntp )?time|date|(?:system )?up ?time|system up time)\b\s?[:=]/i,
  /^\s*ntp clock-period\b/,
]

/** `show running-config`, and what consoles print above its output about the output. */
export const runningConfig = {
  commands: ['show running-config'],
  drop: [
    /^\s*(?:Building|Generating|Preparing to display) (?:the )?(?:running |current )?configuration\b/i,
    /^\s*(?:!\s*)?(?:System )?(?:Current|Running)[ -]config(?:uration)? ?(?::\s*(?:\d+ bytes?)?|\.{3})$/i,
  ],
} as const satisfies CliBackup

/** How consoles built with ConfD refuse a command, in addition to the usual ways. `----^` stands above it. */
export const confdErrors: readonly RegExp[] = [/^\s*syntax error\b/i, /^\s*(?:Aborted|Failed):/]

const prompt = (end: string) => new RegExp(`[\\w.:/@+-]{1,64}${end} ?`)

/**
 * The console that most vendors of switches have copied: `name>`, `name#`, `name(config)#`. A login with full
 * rights starts at `#`.
 */
export const industryCli = ({
  paging = ['terminal length 0'],
  configure = 'configure terminal',
  pager = /^\s*(?:-{1,5} ?\(?more\)? ?-{0,5}(?: ?(?:or )?\(.*|, .*)?|More: .*)$/i,
  errors = [],
  secrets = [],
  ignore = [],
  backup = {},
}: IndustryCliOptions = {}): CliProfile => ({
  modes: {
    user: { prompt: prompt('>'), enter: null },
    privileged: {
      prompt: /[\w.:/@+-]{1,64}# ?/,
      enter: { from: 'user', command: 'enable', secret: 'enable' },
      leave: 'disable',
    },
    config: {
      prompt: prompt('\\((?:config|conf)[^()]*\\)#'),
      enter: { from: 'privileged', command: configure },
      leave: 'end',
    },
  },
  main: 'privileged',
  pager: [{ prompt: pager, answer: ' ' }],
  afterLogin: paging,
  comment: '!',
  errors: [
    /^\s*%+ ?(?:error|invalid|incomplete|ambiguous|unrecognized|unknown|bad|wrong|missing|too many)/i,
    /^\s*(?:\^\s*)?Error[:.]/,
    /^\s*(?:Invalid|Unknown|Incomplete|Ambiguous|Unrecognized) (?:input|command|parameter)/i,
    /^\s*Command not found/i,
    ...errors,
  ],
  secrets: secrets.length === 0 ? commonSecrets : [...commonSecrets, ...secrets],
  ignore: [...changingLines, ...ignore],
  backup: { ...runningConfig, ...backup },
  logout: 'exit',
})
