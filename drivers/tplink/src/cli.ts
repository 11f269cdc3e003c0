import { changingLines, commonSecrets, runningConfig, type CliProfile } from '@linecard/driver-kit/cli'

/** JetStream: `name>`, `name#`, `name(config)#`. */
export const jetstreamCli: CliProfile = {
  modes: {
    user: { prompt: /[\w.@/:+-]+> ?/, enter: null },
    exec: {
      prompt: /[\w.@/:+-]+# ?/,
      enter: { from: 'user', command: 'enable', secret: 'enable' },
      leave: 'disable',
    },
    config: {
      prompt: /[\w.@/:+-]+\(config[\w./,-]*\)# ?/,
      enter: { from: 'exec', command: 'configure' },
      leave: 'end',
    },
  },
  main: 'exec',
  pager: [{ prompt: /^\s*Press any key to continue(?: \(Q to quit\))?/i, answer: ' ' }],
  afterLogin: ['terminal length 0'],
  errors: [
    /^\s*Error:/,
    /^\s*(?:Bad command|Invalid (?:parameter|command)|Incomplete command|Ambiguous command)/i,
  ],
  secrets: commonSecrets,
  ignore: changingLines,
  backup: runningConfig,
  logout: 'exit',
}
