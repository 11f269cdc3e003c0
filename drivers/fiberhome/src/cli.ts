import { commonSecrets, type CliProfile } from '@linecard/driver-kit/cli'

/**
 * The console of AN5516: `User>`, `Admin#`. Commands stand in folders, and the prompt shows the folder:
 * `Admin\service#`. Sources: NOTES.md, Console.
 */
export const an5516Cli: CliProfile = {
  modes: {
    user: { prompt: /[\w.-]{1,64}> ?/, enter: null },
    privileged: {
      prompt: /[\w.-]{1,64}(?:\\[\w-]{1,32}){0,4}# ?/,
      enter: { from: 'user', command: 'enable', secret: 'enable' },
      leave: 'exit',
    },
  },
  main: 'privileged',
  pager: [{ prompt: /^\s*--\s?Press any key to continue Ctrl\+c to stop\s?--\s*$/i, answer: ' ' }],
  // The command is in this folder alone.
  afterLogin: ['cd service', 'terminal length 0', 'cd ..'],
  errors: [/^\s*(?:%\s?)?Unknown\b(?! [\w ]{1,40}: ?\d)/i, /^\s*Command execute failed/i],
  secrets: [
    ...commonSecrets,
    /\bsnmp\s+community\s+(?:readwrite|readonly)\s+(?<secret>\S+)/i,
    /\blogic_sn\s+(?:sn\s+)?(?!null\b)(?<secret>\S+)/i,
    /\bpppoe\s+pro(?:xy)?\s+(?:dis|en)\w{0,8}\s+\S+\s+(?<secret>\S+)/i,
    /\b(?:login|enable)-password\s+(?<secret>\S+)/i,
  ],
  backup: { commands: ['show startup-config'] },
  logout: 'exit',
}
