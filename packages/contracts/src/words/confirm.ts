/** What must be typed before something that cannot be taken back: the label of its field, and what is said of another text. */
export function typeToConfirm(name: string): string {
  return `Type “${name}” to confirm`;
}
