import { industryCli, type CliProfile } from '@linecard/driver-kit/cli'

const base = industryCli({
  paging: [],
  configure: 'configure',
  pager: /^\s*-- more --.*$/i,
  errors: [/^\s*Invalid (?:command|input|parameter)/i, /^\s*Valid commands? (?:is|are)/i],
})

/**
 * ZyNOS has no command that disables the pager. Source: Zyxel Ethernet Switch CLI Reference Guide, "How to
 * Access the CLI".
 */
export const zynosCli: CliProfile = {
  ...base,
  secrets: [
    /\bpassword\s+(?:cipher\s+)?(?<secret>\S+)/,
    /\bsnmp-server (?:get|set|trap)-community\s+(?:cipher\s+)?(?<secret>\S+)/,
    /\bkey\s+(?:cipher\s+)?(?<secret>\S+)/,
  ],
  ignore: [/^\s*; ?(?:Build|Time|Date)\b/i, /^\s*time \d/],
}
