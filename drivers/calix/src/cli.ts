import { confdErrors, industryCli } from '@linecard/driver-kit/cli'

/** AXOS has no user mode. A login starts at `name#`, and long lines would be broken at the 80th column. */
export const axosCli = industryCli({
  paging: ['terminal screen-length 0', 'terminal screen-width 512'],
  configure: 'configure',
  errors: confdErrors,
  // These lines stand below `snmp`.
  secrets: [/\bv2\s+(?:community|trap-host\s+[^\s;]+)\s+(?<secret>"[^"]*"|[^\s;"]+)/i],
  backup: { commands: ['show running-config | nomore'] },
})
