/** Of a description that is given as a text, in characters; a larger one is read at its address. */
export const descriptionTextMaxLength = 6 * 1024 * 1024
