import { ok, warn, type Finding } from '@linecard/plugin-kit/doctor'
import type { Config } from './config.ts'

/** Who gets in without a key, for `linecard doctor`. */
export async function doctor(settings: Config): Promise<Finding[]> {
  const { trusted_networks: networks, rate_limiter_enabled: limited } = settings
  const findings =
    networks.length === 0
      ? [ok('trusted networks', 'none: every request needs a key')]
      : [
          warn(
            'trusted networks',
            `requests from ${networks.join(', ')} need no key and may do everything`,
            'use keys in place of identity.trusted_networks, or name single addresses of your programs',
          ),
        ]
  if (!limited)
    findings.push(
      warn(
        'sign-ins',
        'identity.rate_limiter_enabled is off: passwords can be guessed without end',
        'switch it on',
      ),
    )
  return findings
}
