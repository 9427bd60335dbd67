/** Why runs wait: in a banner, and at each of them. */
export const holdTitles = {
  insufficientBalance: 'The API balance is empty.',
  unauthorized: 'The service refused the key.',
  noKey: 'No key yet.',
  rateLimited: 'The service asked Atelier to slow down.',
  unavailable: 'The service is unavailable for the moment.',
}
