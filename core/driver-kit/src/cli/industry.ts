import type { CliBackup, CliProfile } from '../contract/cli.ts'
import { commonSecrets } from './secrets/common.ts'

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
  ignore?: readonly RegExp[]
  /** How it prints its configuration. There is no usual way: vendors differ in the command and in the end. */
  backup?: CliBackup
}

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
  backup,
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
  ignore,
  ...(backup && { backup }),
  logout: 'exit',
})
