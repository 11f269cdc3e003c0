import type { ConsoleIdentity } from '@linecard/driver-kit'
import { commonSecrets, type CliProfile } from '@linecard/driver-kit/cli'

/** The terminal of RouterOS. If colours and line editing disturb the session, sign in as `name+ct200w`. */
export const routerOsCli: CliProfile = {
  modes: { main: { prompt: /\[[^\s@\]]+@[^\]]+\] (?:\/[\w \-/]*)?> ?/, enter: null } },
  main: 'main',
  pager: [{ prompt: /-- \[Q quit\|.*\]/, answer: ' ' }],
  errors: [
    /^bad command name/,
    /^expected /,
    /^syntax error/,
    /^failure:/,
    /^no such /,
    /^input does not match/,
    /^invalid (?:value|internal item)/,
    /^ambiguous value/,
    /^value of .* (?:expects|out of range)/,
    /^not enough permissions/,
  ],
  // An export has `/snmp community` in a line of its own above the community.
  secrets: [
    ...commonSecrets,
    /\bcak=(?<secret>"[^"]*"|[^\s"]+)/i,
    /(?:^|;)\s*(?:add|set)\s.{0,200}\baddresses=.{0,200}\bname=(?<secret>"[^"]*"|[^\s"]+)/i,
  ],
  // The comments tell the state of the moment, above the entry that they are about.
  ignore: [
    /^# .* by RouterOS /,
    /^# (?:inactive time|received packet from |poe-out status: |Firmware upgraded |\S+ not ready)/,
  ],
  // RouterOS 6 refuses the word, and shows secrets without it.
  backup: {
    commands: [{ command: '/export show-sensitive', or: ['/export'] }],
    broken: [/^#\s?(?:error exporting|interrupted)/i],
    continued: /\\$/,
  },
  logout: '/quit',
}

/** sysDescr is `RouterOS` and the name of the board. */
export const routerOsIdentity: ConsoleIdentity = {
  command: 'system resource print',
  is: /^\s*platform: MikroTik\s*$/m,
  descr: { pattern: /^\s*board-name: (\S+)\s*$/m, as: 'RouterOS $1' },
}
