/** Under what the chat keeps its conversations in this browser, inside the app and outside it. */
export const CHAT_STORE = "chatbot-store";
