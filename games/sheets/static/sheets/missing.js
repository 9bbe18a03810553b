// What a finished sheet still lacks, as far as it can be told without the server.

import { holds } from "./conditions.js";
import { derived } from "./tiles.js";

export function missingPaths(description, { sheet, factsAt }) {
  const fields = new Map(description.seat.map((field) => [field.key, field]));
  const paths = [];
  for (const field of description.game) {
    if (lacks(field, sheet.game, factsAt(null))) paths.push(`game.${field.key}`);
  }
  sheet.seats.forEach((seat, index) => {
    for (const field of description.seat) {
      if (field.rounds.length === 0) {
        const follows = field.kind === "count" && derived(description, fields, seat, field) !== null;
        if (!follows && lacks(field, seat, factsAt(index))) paths.push(`seats[${index}].${field.key}`);
      }
      for (const round of field.rounds) {
        const entered = seat.rounds?.[round] ?? {};
        if (lacks(field, entered, factsAt(index, round))) paths.push(`seats[${index}].rounds.${round}.${field.key}`);
      }
    }
  });
  return paths;
}

function lacks(field, entered, facts) {
  return field.required && entered[field.key] === undefined && holds(field.when, facts);
}
