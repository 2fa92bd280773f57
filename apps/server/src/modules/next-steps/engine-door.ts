// The narrow door (as customers/engine-door.ts): which steps answer a customer's factors, without routes and the company's list.

export { recommend, type RecommendedStep } from "./recommendations.ts";
