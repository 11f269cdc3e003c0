import { confdErrors, industryCli } from '@linecard/driver-kit/cli'

/** DmOS: `name#` after the login, `name(config)#`; changes take effect with `commit`. */
export const dmosCli = industryCli({
  paging: ['paginate false'],
  configure: 'config terminal',
  errors: confdErrors,
  // The device names the user of a community, its group and the member of that group after the community.
  secrets: [
    /\bsec-name\s+(?<secret>"[^"]*"|[^\s;"]+)/i,
    /\bsnmp\s+vacm\s+group\s+(?<secret>"[^"]*"|[^\s;"]+)/i,
    // As the configuration prints it, and no other `member`.
    /^ member (?<secret>[^\s;]+)$/,
  ],
})

/**
 * dmSwitch: `name#` after the login. `no terminal paging` is a command of the configuration, so the pager
 * stays on and each of its pages is answered.
 */
export const dmSwitchCli = industryCli({ paging: [], configure: 'configure' })
