import { industryCli } from '@linecard/driver-kit/cli'

/** ZXR10 switches and routers. Source: ZXR10 8900E and 5900E command reference. */
export const zxr10Cli = industryCli({
  pager: /^\s*(?:--More--|-{5} more -{5}.*)\s*$/i,
  errors: [/^\s*%\s?(?:Parameter|Command|Code \d|Error)/i],
  secrets: [/(?:^|;)\s*set\s+(?:admin|login)pass\s+(?<secret>\S+)/i],
  ignore: [/^\s*ntp clock-period\b/, /^! ?(?:Last|System) .*\b(?:time|uptime|changed)\b/i],
})
