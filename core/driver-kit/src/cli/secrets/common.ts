import { keys, protocols } from './keys.ts'
import { passwords } from './passwords.ts'
import { snmp } from './snmp.ts'

/**
 * Secrets in the commands and configurations of most consoles: passwords, keys, SNMP communities and users,
 * pre-shared keys, credentials in addresses. Each pattern finds a secret in its named group `secret`.
 */
export const commonSecrets: readonly RegExp[] = [...passwords, ...keys, ...snmp, ...protocols]

/** Every line that one of these patterns matches has one of these words. Most lines have none. */
export const commonHint = new RegExp(
  String.raw`pas|sec|psk|pw|auth|priv|key|\bke\s|ascii-|hexad|token|:\/\/|@|\$|%|` +
    String.raw`com(?:m|[\s"=:])|\bho|message-d|simple-`,
  'i',
)
