// Who the server takes us for, and the token its forms want. Also how we find out that there is a connection: the
// browser's own word for it only says that a cable is plugged in.

const ADDRESS = "/score/session/";

export class NoConnectionError extends Error {}

export async function askSession() {
  const answer = await reach(ADDRESS, { headers: { Accept: "application/json" } });
  return answer.json();
}

// Fetches; whatever a server in trouble answers counts as no connection, because trying again later may help.
export async function reach(address, options = {}) {
  let answer;
  try {
    answer = await fetch(address, { cache: "no-store", credentials: "same-origin", ...options });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new NoConnectionError(String(error));
  }
  if (answer.status >= 500 || answer.status === 429) throw new NoConnectionError(`status ${answer.status}`);
  return answer;
}
