import { industryCli } from '@linecard/driver-kit/cli'

/** EOS. A place may follow the name in the prompt: `core-1(s1)(config)#`. */
export const eosCli = industryCli({
  paging: ['terminal length 0', 'terminal width 32767'],
  // Keys of MACsec.
  secrets: [/(?:^|;)\s*key\s+[\da-f]{2,64}\s+[078]\s+(?<secret>\S+)/i],
  errors: [/^\s*! (?:Access|Command|Interface) .*(?:denied|not)/i],
  backup: { end: /^end$/ },
  ignore: [/^! Command: /, /^! device: /, /^! (?:Last configuration|Startup-config)/],
})
