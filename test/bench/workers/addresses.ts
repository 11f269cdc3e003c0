/** The address of the agent with this number: each device has one of its own. */
export const addressAt = (n: number): string => `127.${60 + (n >> 16)}.${(n >> 8) & 255}.${n & 255}`
