/** Type of a stored ONU that its OLT does not list any more. */
export const closedType = 'CLOSED'
