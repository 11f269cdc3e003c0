/** How OLTs write what an ONU signs in with. */
export const onuSecrets: readonly RegExp[] = [
  /\b(?:password|checkcode|loid)-auth\s+(?:hex\s+)?(?<secret>"[^"]*"|[^\s"]+)/i,
]
