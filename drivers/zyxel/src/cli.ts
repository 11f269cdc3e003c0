import { commonSecrets, industryCli, type CliProfile } from '@linecard/driver-kit/cli'

const base = industryCli({
  paging: [],
  configure: 'configure',
  pager: /^\s*-- more --.*$/i,
  // The second is of chassis with boards.
  backup: { commands: [{ command: 'show running-config', or: ['show config-0'] }] },
  errors: [/^\s*Invalid (?:command|input|parameter)/i, /^\s*Valid commands? (?:is|are)/i],
})

/**
 * ZyNOS has no command that disables the pager. Source: Zyxel Ethernet Switch CLI Reference Guide, "How to
 * Access the CLI".
 */
export const zynosCli: CliProfile = {
  ...base,
  secrets: commonSecrets,
  ignore: [...base.ignore!, /^\s*; ?(?:Build|Time|Date)\b/i, /^\s*time \d/],
}
