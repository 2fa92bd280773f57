const clock = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

/** When on its day something was, like '10:20'. */
export const timeOfDay = (iso: string): string => clock.format(new Date(iso));
