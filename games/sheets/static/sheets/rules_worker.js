// The rules of the games in a thread of their own, so that typing never waits for them. Answers one question after the
// other: {number, name, request} with {number, answer}, or with {number, error} where there is none.
//
// The rules are the site's own, compiled (games/sheets/compiler); the words are those of one game in one language. Both
// have the digest of their content in their names.

let ready = null;

addEventListener("message", async ({ data: { number, name, request, rules } }) => {
  if (rules) {
    ready = prepare(rules);
    // Told to whoever asks.
    ready.catch(() => {});
    return;
  }
  try {
    const ask = await ready;
    postMessage({ number, answer: ask(name, request) });
  } catch (error) {
    postMessage({ number, error: error.name });
  }
});

async function prepare({ system, script, words }) {
  const [{ call, hold }, answer] = await Promise.all([import(script), fetch(words)]);
  if (!answer.ok) throw new Error(`status ${answer.status}`);
  const read = hold("scoring.sentences.read_words", await answer.json());
  return (name, request) => call(`scoring.form.${name}`, system, request, read);
}
