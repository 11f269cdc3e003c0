import { after, how, notProse, pattern, secret, separator, word } from './words.ts'

const community = `(?:[a-z]{1,8}-)?${word('community', 3)}(?:-map|_name|-name| name| string)?`
const digest = String.raw`(?:hmac-)?(?:md5|sha[\w-]*)`
const cipher = String.raw`(?:3?des[\w-]*|aes[\w-]*(?:\s+\d{3})?)`
const hostOptions = [
  String.raw`traps?|informs?|ver(?:sion)?\s+\S+|(?:no)?auth_(?:no)?priv|vrf\s+\S+|(?:udp-)?port\s+\d+`,
  String.raw`mgmt|auth|noauth|priv|v[123]c?|encrypted|clear|\d{1,5}`,
].join('|')

/** SNMP: communities, trap receivers and users. */
export const snmp: readonly RegExp[] = [
  pattern(
    after('snmp|create|trap', community),
    separator,
    '(?:(?:map|read|write|r|w|ro|rw|add|create|set|read-?only|read-?write|',
    String.raw`index\s+(?:\d+|\S+\s+name))\s+){0,3}`,
    notProse,
    how,
    notProse,
    secret,
  ),
  pattern(String.raw`community(?:[-_ ](?:name|string))?"?\s*[=:]\s*`, notProse, secret),
  pattern(String.raw`(?<![\w-])name\s*=\s*(?<=\bcommunity\s[^;]{0,160})`, secret),
  pattern(
    // ASA has the interface before the address.
    String.raw`\bsnmp\S{0,20}\s+ho(?:s(?:t)?)?\s+(?:[a-z][\w-]{0,30}\s+(?=\d+\.))?\S+\s+`,
    String.raw`(?!\d+\.\d+\.)(?:(?:${hostOptions})\s+){0,6}`,
    '(?!(?:community|source-interface|use-vrf|filter-vrf|smode|type|version|traps?|informs?|v[123]c?)\\b)',
    secret,
  ),
  pattern(
    String.raw`(?<!\w)auth\S{0,24}\s+(?:mode\s+)?(?:\d{1,5}\s+)?${digest}\s+`,
    how,
    notProse,
    String.raw`(?!priv|encryption|des\b|aes|auth-|key-id\s)`,
    secret,
  ),
  /\bauth\s+(?:md5|sha\S*)\s+(?:\d\s+)?(?!auth-)\S+\s+(?!priv|access\b|localized)(?<secret>[^\s;]\S*)/i,
  pattern(String.raw`(?<!\w)priv\S{0,12}\s+(?:mode\s+)?${cipher}\s+`, how, '(?!auth)', secret),
  /\bauthpriv\s+(?:3?des|aes)\S*\s+(?<secret>[^\s;]\S*)/i,
  pattern(after(String.raw`auth\S{0,16}\s+${digest}`, 'priv'), String.raw`\s+(?!${cipher}\s)`, secret),
]
